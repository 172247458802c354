#if !FUZZ_STANDALONE
    import Web
#endif

/// What a parser made of some bytes, told without regard to how they were split.
struct RequestTranscript: Equatable {
    enum Entry: Equatable {
        case head(RequestHead)
        case body([UInt8])
        case end
        case refused(HTTPError)
    }

    private(set) var entries: [Entry] = []
    private(set) var isIdle = true
    private(set) var isInHead = false

    /// Feeds `bytes` to a new parser in pieces that end where `cuts` (ascending) say.
    init(_ bytes: [UInt8], cuts: [Int], limits: RequestLimits = .standard) {
        var parser = RequestParser(limits: limits)
        var start = 0
        for end in cuts + [bytes.count] {
            let piece = Array(bytes[start..<end])
            guard feed(piece, to: &parser) else { break }
            start = end
        }
        isIdle = parser.isIdle
        isInHead = parser.isInHead
    }

    private mutating func feed(_ piece: [UInt8], to parser: inout RequestParser) -> Bool {
        var offset = 0
        while true {
            let before = offset
            do {
                switch try parser.next(in: piece.span, from: &offset) {
                case .needsMore:
                    precondition(offset == piece.count, "input was left behind")
                    return true
                case .head(let head):
                    precondition(offset > before, "a head came from nowhere")
                    entries.append(.head(head))
                case .body(let range):
                    precondition(!range.isEmpty && range.lowerBound >= before && range.upperBound <= offset)
                    append(piece[range])
                case .end:
                    entries.append(.end)
                }
            } catch {
                entries.append(.refused(error))
                return false
            }
        }
    }

    private mutating func append(_ payload: ArraySlice<UInt8>) {
        if case .body(let earlier) = entries.last {
            entries[entries.count - 1] = .body(earlier + payload)
        } else {
            entries.append(.body(Array(payload)))
        }
    }
}

/// Traps when the request parser sees other requests in `bytes` split than whole, with limits far off or close by.
func fuzzRequest(_ bytes: UnsafeBufferPointer<UInt8>) {
    let input = Array(bytes)
    var close = RequestLimits.standard
    close.method = 8
    close.target = 40
    close.head = 200
    close.fields = 5
    close.chunkExtensions = 12
    close.trailers = 24
    checkSplits(input, close)
    for case .head(let head) in checkSplits(input, .standard).entries { checkHead(head) }
}

@discardableResult
private func checkSplits(_ input: [UInt8], _ limits: RequestLimits) -> RequestTranscript {
    let whole = RequestTranscript(input, cuts: [], limits: limits)
    let sum = input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
    let first = sum % (input.count + 1)
    let second = first + (sum / 7) % (input.count - first + 1)
    precondition(RequestTranscript(input, cuts: [first], limits: limits) == whole, "one cut changed the reading")
    precondition(RequestTranscript(input, cuts: [first, second], limits: limits) == whole, "two cuts did")
    if input.count < 512 {
        precondition(
            RequestTranscript(input, cuts: Array(0..<input.count), limits: limits) == whole, "single bytes did")
    }
    return whole
}

private func checkHead(_ head: RequestHead) {
    checkTarget(head.target)
    precondition(head.host.isEmpty ? head.version == .http10 : Authority(head.host) != nil, "a Host that is none")
    precondition(head.framing != .chunked || head.version == .http11, "chunks in HTTP/1.0")
    for name in ["host", "cookie", "x-forwarded-for", "accept-encoding", ""] {
        precondition(head.fields.values(of: name).first == head.fields[name], "first value is not the first")
        _ = head.fields.contains(token: "gzip", in: name)
    }
    _ = Forwarded(head.fields, fromTrustedProxy: true)
    _ = AcceptEncoding.allowsGzip(head.fields["accept-encoding"])
    precondition(OriginPolicy().allows(origin: nil, host: head.host))
}
