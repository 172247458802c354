import Web

/// The parser's events for some bytes, independent of how they were split.
struct RequestTranscript: Equatable {
    enum Entry: Equatable {
        case head(RequestHead)
        case body([UInt8])
        case end
        case refused(HTTPError)
        /// The parser broke its own contract.
        case nonsense(String)
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
                    return keep(offset == piece.count, "input was left behind")
                case .head(let head):
                    guard keep(offset > before, "a head came from nowhere") else { return false }
                    entries.append(.head(head))
                case .body(let range):
                    let isInside = !range.isEmpty && range.lowerBound >= before && range.upperBound <= offset
                    guard keep(isInside, "a body lies outside its input") else { return false }
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

    private mutating func keep(_ holds: Bool, _ broken: String) -> Bool {
        if !holds { entries.append(.nonsense(broken)) }
        return holds
    }

    private mutating func append(_ payload: ArraySlice<UInt8>) {
        if case .body(let earlier) = entries.last {
            entries[entries.count - 1] = .body(earlier + payload)
        } else {
            entries.append(.body(Array(payload)))
        }
    }
}
