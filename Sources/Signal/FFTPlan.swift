internal import CFFTW
internal import Synchronization

/// An FFTW plan for complex transforms of one size, made once per process and never freed.
///
/// Sendable by proof: a plan never changes after it is made, and FFTW states that several threads may execute one plan, each on
/// its own arrays.
@safe final class FFTPlan: @unchecked Sendable {
    private let plan: fftwf_plan

    /// FFTW's planner is not thread-safe: plans are made under this lock.
    private static let made = Mutex<[Int: FFTPlan]>([:])

    /// The plan for transforms of `size` complex numbers.
    static func of(size: Int) -> FFTPlan {
        made.withLock { made in
            if let plan = made[size] { return plan }
            let plan = FFTPlan(size: size)
            made[size] = plan
            return plan
        }
    }

    private init(size: Int) {
        let source = FFTMemory(count: 2 * size)
        let target = FFTMemory(count: 2 * size)
        // Not FFTW_MEASURE, which could choose a different algorithm, and so different rounding, in each run.
        let plan = unsafe fftwf_plan_dft_1d(Int32(size), source.complexes, target.complexes, FFTW_FORWARD, FFTW_ESTIMATE)
        guard let plan = unsafe plan else {
            preconditionFailure("FFTW makes a plan for every size")
        }
        unsafe self.plan = plan
    }

    /// Transforms as many numbers as the plan was made for. The caller guarantees exclusive access to the memory.
    func transform(_ source: borrowing FFTMemory, into target: borrowing FFTMemory) {
        unsafe fftwf_execute_dft(plan, source.complexes, target.complexes)
    }
}

/// Zeroed floats, aligned for FFTW's vector code.
@safe struct FFTMemory: ~Copyable {
    let floats: UnsafeMutablePointer<Float>
    let count: Int

    init(count: Int) {
        guard let floats = unsafe fftwf_alloc_real(count) else { preconditionFailure("no memory for \(count) numbers") }
        unsafe floats.initialize(repeating: 0, count: count)
        unsafe self.floats = floats
        self.count = count
    }

    deinit { unsafe fftwf_free(floats) }

    /// The same memory as pairs of a real and an imaginary part.
    var complexes: UnsafeMutablePointer<fftwf_complex> {
        unsafe UnsafeMutableRawPointer(floats).assumingMemoryBound(to: fftwf_complex.self)
    }
}
