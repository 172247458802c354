import CFFTW

/// FFTW as a C program would use it: aligned memory, its own plan, pointers.
final class PlainFFTW {
    private let size: Int
    private let window: UnsafeMutablePointer<Float>
    private let frame: UnsafeMutablePointer<Float>
    private let bins: UnsafeMutablePointer<fftwf_complex>
    private let power: UnsafeMutablePointer<Float>
    private let plan: fftwf_plan
    private let samples: [Float]

    init(window weights: [Float], samples: [Float], measured: Bool) {
        size = weights.count
        self.samples = samples
        window = fftwf_alloc_real(size)
        frame = fftwf_alloc_real(size)
        bins = fftwf_alloc_complex(size / 2 + 1)
        power = fftwf_alloc_real(size / 2 + 1)
        plan = fftwf_plan_dft_r2c_1d(Int32(size), frame, bins, measured ? FFTW_MEASURE : FFTW_ESTIMATE)
        // After the plan, since measuring overwrites the arrays.
        for index in 0..<size { window[index] = weights[index] }
    }

    deinit {
        fftwf_destroy_plan(plan)
        fftwf_free(window)
        fftwf_free(frame)
        fftwf_free(bins)
        fftwf_free(power)
    }

    func transforms(_ repetitions: Int) -> Int {
        var sum: Float = 0
        for repetition in 0..<repetitions {
            transform(repetition)
            sum += bins[100].0
        }
        return Int(sum.bitPattern)
    }

    private func transform(_ repetition: Int) {
        samples.withUnsafeBufferPointer { samples in
            guard let source = samples.baseAddress else { return }
            let start = source + (repetition & 63) * 735
            for index in 0..<size { frame[index] = start[index] * window[index] }
        }
        fftwf_execute(plan)
    }
}
