import Analysis
import Signal

/// Times the inner loops of the analysis, compared with FFTW as a C program would call it.
enum KernelBenchmark {
    /// One line of the table.
    struct Kernel {
        let name: String
        /// Multiply-adds of one repetition; nil if their rate is not meaningful.
        var multiplications: Int?
        /// Repeats the work the given number of times. The result depends on every repetition, so that the compiler removes none.
        let work: (Int) -> Int
    }

    private static let frameSize = 1024

    static func run(_ options: BenchmarkOptions) {
        let seed = UInt64(options.number("seed", default: 1))
        var random = SeededBytes(seed: seed)
        let noise = (0..<1 << 16).map { _ in Float(Int8(bitPattern: random.next())) / 128 }
        let ours = [
            transform(noise), transform(noise, lanes: 4), bands(noise), bankAlone(noise), decibels(noise), dot(noise), ring(noise),
            ear(noise), network(noise),
        ]
        let fftw = PlainFFTW(window: Window.hann(frameSize), samples: noise)
        let plain = fftw.map { Kernel(name: "FFTW as from C: window, transform by a measured plan", work: $0.transforms) }
        if plain == nil { print("FFTW is not installed (libfftw3-single3): its row is left out") }
        let kernels = (plain.map { [$0] } ?? []) + ours
        var stopwatch = Stopwatch(seconds: Double(options.number("seconds", default: 10)) / Double(kernels.count))
        var table = Table(["kernels, seed \(seed)", "median ns", "min", "max", "x first", "GMAC/s"])
        // The ratio compares the fastest readings, since interruptions make work slower, never faster.
        var yardstick: Double?
        for kernel in kernels {
            let reading = stopwatch.time(kernel.work)
            let times = [reading.median, reading.fastest, reading.slowest].map { Table.number($0, digits: 1) }
            let ratio = Table.number(reading.fastest / (yardstick ?? reading.fastest), digits: 2)
            yardstick = yardstick ?? reading.fastest
            let rate = kernel.multiplications.map { Table.number(Double($0) / reading.fastest, digits: 2) }
            table.add([kernel.name] + times + [ratio, rate ?? ""])
        }
        print(table)
        print("checksum", stopwatch.kept & 0xFFFF)
    }

    private static func transform(_ noise: [Float], lanes: Int = RealFFT.widestLanes) -> Kernel {
        let fft = RealFFT(window: Window.hann(frameSize), lanes: lanes)
        var power = [Float](repeating: 0, count: fft.binCount)
        let narrow = lanes < RealFFT.widestLanes ? ", on any processor" : ""
        return Kernel(name: "window, transform, power of \(frameSize)\(narrow)") { repetitions in
            var sum: Float = 0
            for repetition in 0..<repetitions {
                fill(&power, noise, at: repetition, by: fft)
                sum += power[100]
            }
            return Int(sum.bitPattern)
        }
    }

    private static func bands(_ noise: [Float]) -> Kernel {
        let fft = RealFFT(window: Window.hann(frameSize))
        let bank = FilterBank(bands: 32, from: 40, to: 16_000, frameSize: frameSize, sampleRate: 44_100)
        var power = [Float](repeating: 0, count: fft.binCount)
        var bands = [Float](repeating: 0, count: bank.bandCount)
        return Kernel(name: "window, transform, power, 32 bands") { repetitions in
            var sum: Float = 0
            for repetition in 0..<repetitions {
                fill(&power, noise, at: repetition, by: fft)
                fill(&bands, power, by: bank)
                sum += bands[20]
            }
            return Int(sum.bitPattern)
        }
    }

    private static func bankAlone(_ noise: [Float]) -> Kernel {
        let bank = FilterBank(bands: 32, from: 40, to: 16_000, frameSize: frameSize, sampleRate: 44_100)
        let power = noise[0...frameSize / 2].map { $0 * $0 }
        var bands = [Float](repeating: 0, count: bank.bandCount)
        return Kernel(name: "32 bands alone") { repetitions in
            var sum: Float = 0
            for _ in 0..<repetitions {
                fill(&bands, power, by: bank)
                sum += bands[20]
            }
            return Int(sum.bitPattern)
        }
    }

    private static func decibels(_ noise: [Float]) -> Kernel {
        let powers = noise[..<512].map { $0 * $0 }
        var result = [Float](repeating: 0, count: powers.count)
        return Kernel(name: "decibels of 512") { repetitions in
            var sum: Float = 0
            for repetition in 0..<repetitions {
                var span = result.mutableSpan
                Logarithm.decibels(ofPower: powers.span, into: &span)
                sum += result[repetition & 511]
            }
            return Int(sum.bitPattern)
        }
    }

    private static func dot(_ noise: [Float]) -> Kernel {
        let left = Array(noise[..<4096])
        let right = Array(noise[4096..<8192])
        return Kernel(name: "dot product of 4096", multiplications: 4096) { repetitions in
            var sum: Float = 0
            for _ in 0..<repetitions { sum += Sums.dot(left.span, right.span) }
            return Int(sum.bitPattern)
        }
    }

    private static func ring(_ noise: [Float]) -> Kernel {
        var reader = FrameReader(size: frameSize, sampleRate: 44_100, framesPerSecond: 60)
        return Kernel(name: "512 samples into the frame reader, out in frames") { repetitions in
            var sum = 0
            for repetition in 0..<repetitions {
                let start = (repetition & 63) * 512
                reader.push(noise.span.extracting(start..<start + 512))
                while let frame = reader.next() { sum += frame.lowerBound }
            }
            return sum
        }
    }

    private static func ear(_ noise: [Float]) -> Kernel {
        var spectrum = BandSpectrum()
        return Kernel(name: "a frame of the beat network's bands") { repetitions in
            var sum: Float = 0
            for repetition in 0..<repetitions {
                let start = (repetition & 31) * 882
                spectrum.push(noise.span.extracting(start..<start + 882))
                sum += spectrum.bands.last ?? 0
                spectrum.bands.removeAll(keepingCapacity: true)
            }
            return Int(sum.bitPattern)
        }
    }

    private static func network(_ noise: [Float]) -> Kernel {
        let frames = 1000
        let bands = (0..<frames * BandSpectrum.bandCount).map { abs(noise[$0]) }
        let network = BeatNetwork.current
        return Kernel(name: "beat network, \(frames) frames", multiplications: frames * network.multiplications) { repetitions in
            var sum: Float = 0
            for _ in 0..<repetitions { sum += network.evidence(of: bands).beat[500] }
            return Int(sum.bitPattern)
        }
    }

    private static func fill(_ power: inout [Float], _ noise: [Float], at repetition: Int, by fft: RealFFT) {
        let start = (repetition & 63) * 735
        var span = power.mutableSpan
        fft.power(of: noise.span.extracting(start..<start + frameSize), into: &span)
    }

    private static func fill(_ bands: inout [Float], _ power: [Float], by bank: FilterBank) {
        var span = bands.mutableSpan
        bank.bands(of: power.span, into: &span)
    }
}
