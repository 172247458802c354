package import System

/// Decodes the bytes of another reader: music of any container and codec, in a process of its own. It gives samples as `SampleFormat.decoded`.
///
/// A decoder starts with the first bytes, and ends with their writer. One that fails is ended, its reason is told, and another starts after a pause;
/// what comes meanwhile is lost.
package final class DecodedReader: InputReader {
    /// Bytes that are read at a time, and held until a decoder takes them.
    private static let piece = 64 << 10
    /// Pieces that are read in one call: who writes much may not keep us here.
    private static let mostPieces = 16
    /// Bytes of samples that are held: two seconds, twice what containers gather before they write it.
    private static let held = SampleFormat.decoded.rate * SampleFormat.decoded.unit * 2
    /// A decoder that does nothing with what it was given for so long hangs.
    private static let patience: UInt64 = 5_000_000
    /// Bytes of samples that are more than the last bytes can have held: two minutes of what a decoder buffers, at 4 kbit/s.
    private static let flood = SampleFormat.decoded.rate * SampleFormat.decoded.unit * 120

    private enum State {
        case idle
        case starting(Findings<Result<any StreamDecoder, DecoderLack>>)
        case running(any StreamDecoder)
        case ending(Findings<String?>)
    }

    private let encoded: any InputReader
    private let start: StartDecoder
    private let clock: any HouseClock
    private var state = State.idle
    private var retries = Retries()
    /// Bytes that no decoder has taken yet.
    private var pending: ArraySlice<UInt8> = []
    /// Whether the writer of what the decoder reads has ended.
    private var hasEnded = false
    private var samples: [UInt8] = []
    /// When the decoder last took or gave something, and how much it gave since it last took something.
    private var moved: UInt64 = 0
    private var given = 0
    private var problem: String?
    private var isOver = false

    package init(_ encoded: sending some InputReader, _ clock: any HouseClock, start: @escaping StartDecoder) {
        (self.encoded, self.clock, self.start) = (encoded, clock, start)
    }

    package var waiting: Int {
        if case .running(let decoder) = state { samples.count + decoder.waiting } else { samples.count }
    }

    package var trouble: String? { problem ?? encoded.trouble }

    package func read(_ most: Int) -> Reading {
        let isThere = proceed()
        guard samples.isEmpty else {
            let read = Array(samples.prefix(most))
            samples.removeFirst(read.count)
            return .bytes(read)
        }
        return isThere ? .nothing : .noWriter
    }

    package func end() {
        isOver = true
        if case .running(let decoder) = state { finish(decoder, because: "the input ended") }
        encoded.end()
    }

    /// Goes on as far as it does without waiting; says whether sound may follow.
    private func proceed() -> Bool {
        switch state {
        case .idle: return begin()
        case .starting(let findings):
            guard let found = findings.take() else { return true }
            switch found {
            case .success(let decoder):
                (moved, given) = (clock.now, 0)
                state = .running(decoder)
                if isOver { finish(decoder, because: "the input ended") }
            case .failure(let lack): fail(lack.reason)
            }
            return true
        case .running(let decoder):
            work(decoder)
            return true
        case .ending(let findings):
            guard let failure = findings.take() else { return true }
            if let failure {
                fail(failure)
            } else if !hasEnded {
                fail("the sound in what comes has ended")
            } else {
                state = .idle
            }
            return problem == nil
        }
    }

    /// Starts a decoder if something has come; while a pause lasts, it is lost.
    private func begin() -> Bool {
        guard !isOver else { return false }
        guard retries.isDue(at: clock.now) else {
            if pending.isEmpty { _ = encoded.read(Self.piece) }
            pending = []
            return false
        }
        if pending.isEmpty {
            let reading = encoded.read(Self.piece)
            guard case .bytes(let bytes) = reading else { return reading == .nothing }
            pending = bytes[...]
        }
        hasEnded = false
        retries.begin(at: clock.now)
        let start = start
        state = .starting(
            Findings("decoder", lack: { .failure(DecoderLack("\($0)")) }) {
                Result { () throws(DecoderLack) in try start() }
            })
        return true
    }

    private func work(_ decoder: any StreamDecoder) {
        feed(decoder)
        var isLast = false
        while !isLast, samples.count < Self.held {
            switch decoder.read(min(Self.piece, Self.held - samples.count)) {
            case .bytes(let bytes):
                samples += bytes
                given += bytes.count
                (moved, problem) = (clock.now, nil)
            case .nothing:
                return judge(decoder)
            case .noWriter: isLast = true
            }
        }
        if isLast { finish(decoder, because: nil) } else { judge(decoder) }
    }

    private func feed(_ decoder: any StreamDecoder) {
        for _ in 0..<Self.mostPieces {
            if pending.isEmpty {
                guard !hasEnded else { return }
                switch encoded.read(Self.piece) {
                case .bytes(let bytes): pending = bytes[...]
                case .nothing: return
                case .noWriter:
                    hasEnded = true
                    return decoder.closeInput()
                }
            }
            guard let taken = decoder.write(pending), taken > 0 else { return }
            pending = pending.dropFirst(taken)
            (moved, given) = (clock.now, 0)
        }
    }

    /// Ends a decoder that misbehaves.
    private func judge(_ decoder: any StreamDecoder) {
        let mayWait = decoder.unread == 0 && !hasEnded || decoder.waiting > 0 || samples.count >= Self.held
        if mayWait { moved = clock.now }
        if let complaint = decoder.complaint {
            finish(decoder, because: complaint)
        } else if given > Self.flood {
            finish(decoder, because: "the decoder gives sound without end")
        } else if clock.now - moved > Self.patience {
            finish(decoder, because: "the decoder hangs")
        }
    }

    private func finish(_ decoder: any StreamDecoder, because reason: String?) {
        state = .ending(Findings("decoder", lack: { "\($0)" }) { decoder.end(because: reason) })
    }

    private func fail(_ reason: String) {
        (problem, pending, state) = (reason, [], .idle)
        retries.fail(at: clock.now)
    }
}
