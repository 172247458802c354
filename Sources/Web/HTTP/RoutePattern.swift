/// A route's path with parameters: in `/tracks/{id}` one segment, in `/files/{path...}` all that follow.
struct RoutePattern: Equatable {
    enum Part: Equatable {
        case literal(String)
        case parameter(String)
        case tail(String)
    }

    let parts: [Part]

    /// Nil when `text` is no pattern: it must begin with a slash, use each name once, and have a tail only at the end.
    init?(_ text: String) {
        guard text.utf8.first == 0x2F else { return nil }
        let pieces = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var parts: [Part] = []
        for (index, piece) in pieces.enumerated() {
            let isLast = index == pieces.count - 1
            guard let part = Self.part(piece, isLast: isLast) else { return nil }
            parts.append(part)
        }
        self.parts = parts
        let names = names
        guard Set(names).count == names.count else { return nil }
    }

    /// The names of the parameters, from left to right.
    var names: [String] {
        parts.compactMap { part in
            switch part {
            case .literal: nil
            case .parameter(let name), .tail(let name): name
            }
        }
    }

    private static func part(_ piece: Substring, isLast: Bool) -> Part? {
        if piece.isEmpty { return isLast ? .literal("") : nil }
        guard piece.first == "{" else {
            return piece.contains { "{}?#%".contains($0) } || piece == "." || piece == ".."
                ? nil : .literal(String(piece))
        }
        guard piece.last == "}" else { return nil }
        var name = piece.dropFirst().dropLast()
        let isTail = name.hasSuffix("...")
        if isTail { name = name.dropLast(3) }
        guard !name.isEmpty, isLast || !isTail, name.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }) else {
            return nil
        }
        return isTail ? .tail(String(name)) : .parameter(String(name))
    }
}
