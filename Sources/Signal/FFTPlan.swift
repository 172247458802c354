internal import CFFTW
internal import Synchronization

/// FFTW's recipe for complex transforms of one size, made once a process and never freed.
///
/// Sendable by proof: a plan never changes after it is made, and FFTW states that executing one on arrays of one's own is thread-safe.
@safe final class FFTPlan: @unchecked Sendable {
    private let plan: fftwf_plan

    /// FFTW's planner keeps state of its own that only one thread may touch: plans are made inside this lock.
    private static let made = Mutex<[Int: FFTPlan]>([:])

    /// The plan for transforms of so many complex numbers.
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
        // Measuring would choose other algorithms, and so other roundings, from run to run.
        let plan = unsafe fftwf_plan_dft_1d(Int32(size), source.complexes, target.complexes, FFTW_FORWARD, FFTW_ESTIMATE)
        guard let plan = unsafe plan else {
            preconditionFailure("FFTW makes a plan for every size")
        }
        unsafe self.plan = plan
    }

    /// Transforms as many numbers as the plan is made for; the memory is the caller's alone meanwhile.
    func transform(_ source: borrowing FFTMemory, into target: borrowing FFTMemory) {
        unsafe fftwf_execute_dft(plan, source.complexes, target.complexes)
    }
}

/// Floats aligned as FFTW's vector code wants them, zero at first.
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
