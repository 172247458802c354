/// Parses the bytes of a connection into requests, however they are split; does no I/O and keeps no body.
package struct RequestParser: Sendable {
    package enum Event: Sendable, Equatable {
        /// All input was taken; more is needed.
        case needsMore
        case head(RequestHead)
        /// These bytes of this input belong to the body, without chunk framing.
        case body(Range<Int>)
        /// The request is complete; the next call starts the following one.
        case end
    }

    private enum Stage {
        case between(blankLines: Int, afterReturn: Bool)
        case head
        case length(remaining: Int)
        case chunked
        case end
        case failed(HTTPError)
    }

    private let limits: RequestLimits
    private var stage = Stage.between(blankLines: 0, afterReturn: false)
    private var scanner = HeadScanner()
    private var chunks = ChunkDecoder()
    /// The start of an incomplete head; empty, and without heap memory, at all other times.
    private var held: [UInt8] = []
    /// Whether the target of the current head may be long; nil until the head is so long that it matters.
    private var mayBeLong: Bool?

    package init(limits: RequestLimits = .standard) {
        self.limits = limits
    }

    /// The raw target of a refused head, as far as it was read; empty if it is unknown.
    package private(set) var brokenTarget = ""

    /// The memory of an incomplete head, in bytes.
    var heldCapacity: Int { held.capacity }

    /// Whether no byte of the next request has been seen: tells an idle connection from a slow one.
    package var isIdle: Bool {
        if case .between = stage { true } else { false }
    }

    /// Whether a head has begun and not ended.
    package var isInHead: Bool {
        if case .head = stage { true } else { false }
    }

    /// Reads from `offset` and moves it past the bytes taken. After an error every further call throws it again.
    package mutating func next(in input: Span<UInt8>, from offset: inout Int) throws(HTTPError) -> Event {
        do {
            return try step(input, &offset)
        } catch {
            stage = .failed(error)
            held = []
            mayBeLong = nil
            scanner = HeadScanner()
            throw error
        }
    }

    private mutating func step(_ input: Span<UInt8>, _ offset: inout Int) throws(HTTPError) -> Event {
        switch stage {
        case .between(let blankLines, let afterReturn):
            guard try skipBlankLines(input, &offset, blankLines, afterReturn) else { return .needsMore }
            stage = .head
            return try readHead(input, &offset)
        case .head:
            return try readHead(input, &offset)
        case .length(let remaining):
            guard offset < input.count else { return .needsMore }
            let taken = offset..<min(input.count, offset + min(remaining, input.count))
            offset = taken.upperBound
            stage = taken.count == remaining ? .end : .length(remaining: remaining - taken.count)
            return .body(taken)
        case .chunked:
            switch try chunks.next(in: input, from: &offset, limits: limits) {
            case .needsMore: return .needsMore
            case .payload(let range): return .body(range)
            case .end: break
            }
            stage = .between(blankLines: 0, afterReturn: false)
            return .end
        case .end:
            stage = .between(blankLines: 0, afterReturn: false)
            return .end
        case .failed(let error):
            throw error
        }
    }

    /// Skips CR LF before a request; true when the first byte of its head is reached.
    private mutating func skipBlankLines(
        _ input: Span<UInt8>, _ offset: inout Int, _ skipped: Int, _ wasAfterReturn: Bool
    ) throws(HTTPError) -> Bool {
        var blankLines = skipped
        var afterReturn = wasAfterReturn
        while offset < input.count {
            let byte = input[offset]
            if afterReturn {
                guard byte == 0x0A else { throw .bareLineBreak(byte: 0x0D) }
                afterReturn = false
            } else if byte == 0x0D {
                blankLines += 1
                guard blankLines <= limits.blankLines else { throw .tooManyBlankLines(limit: limits.blankLines) }
                afterReturn = true
            } else if byte == 0x0A {
                throw .bareLineBreak(byte: byte)
            } else {
                guard ByteClass.token.contains(byte) else { throw .notHTTP(firstByte: byte) }
                return true
            }
            offset += 1
        }
        stage = .between(blankLines: blankLines, afterReturn: afterReturn)
        return false
    }

    private mutating func readHead(_ input: Span<UInt8>, _ offset: inout Int) throws(HTTPError) -> Event {
        let start = offset
        let limits = headLimits(input, from: start)
        let scanned: Int?
        do {
            scanned = try scanner.scan(input, from: start, limits: limits)
        } catch {
            noteTarget(held + input.copy(start..<input.count))
            throw error
        }
        guard let end = scanned else {
            held += input.copy(start..<input.count)
            offset = input.count
            return .needsMore
        }
        offset = end
        let bytes: [UInt8]
        if held.isEmpty {
            bytes = input.copy(start..<end)
        } else {
            held += input.copy(start..<end)
            bytes = held
            held = []
        }
        var lines = scanner.lines
        let requestLineEnd = scanner.requestLineEnd
        scanner = HeadScanner()
        mayBeLong = nil
        let head: RequestHead
        do {
            head = try HeadReader.read(bytes, requestLineEnd: requestLineEnd, lines: &lines, limits: limits)
        } catch {
            noteTarget(bytes)
            throw error
        }
        switch head.framing {
        case .none, .length(0): stage = .end
        case .length(let length): stage = .length(remaining: length)
        case .chunked:
            chunks = ChunkDecoder()
            stage = .chunked
        }
        return .head(head)
    }

    /// The limits of the current head. They depend on its first bytes alone, never on how the bytes were split.
    private mutating func headLimits(_ input: Span<UInt8>, from start: Int) -> RequestLimits {
        // Nearly all heads end here: below this length the limits are the same.
        guard !limits.longPaths.isEmpty, held.count + input.count - start > limits.target else { return limits }
        let isLong = mayBeLong ?? namesLongPath(input, from: start)
        mayBeLong = isLong
        return isLong ? limits.lengthened : limits
    }

    private func namesLongPath(_ input: Span<UInt8>, from start: Int) -> Bool {
        let most = limits.method + 1 + (limits.longPaths.map(\.utf8.count).max() ?? 0) + 1
        let first = held.prefix(most) + input.copy(start..<min(input.count, start + most))
        guard let space = first.firstIndex(of: 0x20) else { return false }
        let target = first[(space + 1)...]
        return limits.longPaths.contains { target.starts(with: Array($0.utf8) + [0x3F]) }
    }

    /// Keeps the second word of a refused head: the target decides if the error is sent as problem details.
    private mutating func noteTarget(_ head: [UInt8]) {
        let words = head.prefix(limits.requestLine).split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        if words.count > 1 { brokenTarget = String(decoding: words[1], as: UTF8.self) }
    }
}
