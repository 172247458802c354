import Glibc

/// FFTW as a C program would use it: aligned memory, a measured plan, pointers. Downbeat does not need it, and it is under the GPL: it is
/// loaded where it is installed, and never linked.
final class PlainFFTW {
    private typealias Allocate = @convention(c) (Int) -> UnsafeMutablePointer<Float>?
    private typealias MakePlan =
        @convention(c) (
            Int32, UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>, UInt32
        ) -> OpaquePointer?
    private typealias Execute = @convention(c) (OpaquePointer) -> Void
    private static let measured: UInt32 = 0

    private let size: Int
    private let window: UnsafeMutablePointer<Float>
    private let frame: UnsafeMutablePointer<Float>
    /// Pairs of a real and an imaginary part.
    private let bins: UnsafeMutablePointer<Float>
    private let plan: OpaquePointer
    private let execute: Execute
    private let samples: [Float]

    /// Nil if FFTW is not installed. All memory is kept until the program ends.
    init?(window weights: [Float], samples: [Float]) {
        guard let library = dlopen("libfftw3f.so.3", RTLD_NOW), let allocate = dlsym(library, "fftwf_alloc_real"),
            let makePlan = dlsym(library, "fftwf_plan_dft_r2c_1d"), let execute = dlsym(library, "fftwf_execute")
        else { return nil }
        let floats = unsafeBitCast(allocate, to: Allocate.self)
        guard let window = floats(weights.count), let frame = floats(weights.count), let bins = floats(weights.count + 2),
            let plan = unsafeBitCast(makePlan, to: MakePlan.self)(Int32(weights.count), frame, bins, Self.measured)
        else { return nil }
        size = weights.count
        self.samples = samples
        self.execute = unsafeBitCast(execute, to: Execute.self)
        (self.window, self.frame, self.bins, self.plan) = (window, frame, bins, plan)
        // After the plan, since measuring overwrites the arrays.
        for index in 0..<size { window[index] = weights[index] }
    }

    func transforms(_ repetitions: Int) -> Int {
        var sum: Float = 0
        for repetition in 0..<repetitions {
            transform(repetition)
            sum += bins[200]
        }
        return Int(sum.bitPattern)
    }

    private func transform(_ repetition: Int) {
        samples.withUnsafeBufferPointer { samples in
            guard let source = samples.baseAddress else { return }
            let start = source + (repetition & 63) * 735
            for index in 0..<size { frame[index] = start[index] * window[index] }
        }
        execute(plan)
    }
}
