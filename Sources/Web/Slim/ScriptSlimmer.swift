/// Minifies a script: removes comments, indentation and spaces between tokens, which is a third of our source.
/// It tokenizes without parsing: names stay, and so do line breaks that end statements, so that errors are easy to find. A slash
/// after a closing bracket is a division, so a regular expression at the start of a statement there needs a name or parentheses.
struct ScriptSlimmer {
    private enum Gap {
        case none, space, line
    }

    /// An expression follows these words, so that a slash after them begins a regular expression.
    private static let wordsBeforeExpressions = Set(
        ["return", "typeof", "case", "in", "of", "delete", "void", "throw", "new", "else", "do", "instanceof", "yield", "await"]
            .map { Array($0.utf8) })
    /// A token next to one of these needs no space between.
    private static let standsAlone = Set("{}()[],;:=&|<>*%^~?+-".utf8)
    /// No statement ends after these.
    private static let endsLine = Set("([,".utf8)
    /// No line break before these is needed to end a statement.
    private static let beginsLine = Set(")],".utf8)

    private let source: [UInt8]
    private var place = 0
    private var slim: [UInt8] = []
    private var gap = Gap.none
    /// Whether the last token ended an operand, so that a slash is a division.
    private var divides = false
    /// The number of open braces in each open `${…}`.
    private var openBraces: [Int] = []

    private init(_ source: [UInt8]) {
        self.source = source
        slim.reserveCapacity(source.count)
    }

    /// The minified script; nil if it cannot be tokenized, and should be served as it is.
    static func slim(_ source: [UInt8]) -> [UInt8]? {
        guard !source.starts(with: "#!".utf8) else { return nil }
        var slimmer = ScriptSlimmer(source)
        while slimmer.place < source.count { guard slimmer.step() else { return nil } }
        guard slimmer.openBraces.isEmpty else { return nil }
        return slimmer.slim + (slimmer.slim.isEmpty ? [] : [UInt8(ascii: "\n")])
    }

    private func byte(_ ahead: Int = 0) -> UInt8? {
        place + ahead < source.count ? source[place + ahead] : nil
    }

    private mutating func step() -> Bool {
        let byte = source[place]
        switch byte {
        case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
            gap = .line
            place += 1
        case UInt8(ascii: " "), UInt8(ascii: "\t"):
            if gap == .none { gap = .space }
            place += 1
        case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "/"):
            while place < source.count, source[place] != UInt8(ascii: "\n") { place += 1 }
        case UInt8(ascii: "/") where self.byte(1) == UInt8(ascii: "*"): return skipRemark()
        case UInt8(ascii: "/") where !divides: return copyPattern()
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return copyText(endedBy: byte)
        case UInt8(ascii: "`"): return copyTemplate()
        case UInt8(ascii: "}") where openBraces.last == 0:
            openBraces.removeLast()
            return copyTemplate()
        case _ where Self.isOfWord(byte): copyWord()
        default: copySign(byte)
        }
        return true
    }

    private mutating func skipRemark() -> Bool {
        var end = place + 2
        while end + 1 < source.count, !(source[end] == UInt8(ascii: "*") && source[end + 1] == UInt8(ascii: "/")) { end += 1 }
        guard end + 1 < source.count else { return false }
        let hasLine = source[place..<end].contains(UInt8(ascii: "\n"))
        if hasLine { gap = .line } else if gap == .none { gap = .space }
        place = end + 2
        return true
    }

    /// Copies the source up to `end`, after a space or line break if one is needed.
    private mutating func copy(to end: Int) {
        if let last = slim.last, isNeeded(gap, between: last, and: source[place]) {
            slim.append(gap == .line ? UInt8(ascii: "\n") : UInt8(ascii: " "))
        }
        gap = .none
        slim += source[place..<end]
        place = end
    }

    private func isNeeded(_ gap: Gap, between last: UInt8, and next: UInt8) -> Bool {
        switch gap {
        case .none: false
        case .line: !(Self.endsLine.contains(last) || Self.beginsLine.contains(next))
        case .space: !Self.touch(last, next)
        }
    }

    /// Whether two tokens stay separate without a space between them.
    private static func touch(_ last: UInt8, _ next: UInt8) -> Bool {
        switch (last, next) {
        case (UInt8(ascii: "+"), UInt8(ascii: "+")), (UInt8(ascii: "-"), UInt8(ascii: "-")),
            (UInt8(ascii: "<"), UInt8(ascii: "!")), (UInt8(ascii: "-"), UInt8(ascii: ">")),
            (UInt8(ascii: "?"), UInt8(ascii: ".")), (_, UInt8(ascii: "/")), (UInt8(ascii: "/"), _):
            false
        default: standsAlone.contains(last) || standsAlone.contains(next)
        }
    }

    private mutating func copyWord() {
        var end = place
        while end < source.count, Self.isOfWord(source[end]) { end += 1 }
        let isMember = slim.last == UInt8(ascii: ".")
        divides = isMember || !Self.wordsBeforeExpressions.contains(Array(source[place..<end]))
        copy(to: end)
    }

    private mutating func copySign(_ sign: UInt8) {
        let isStep = (sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-")) && byte(1) == sign
        if !isStep { divides = [UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}")].contains(sign) }
        if let open = openBraces.last {
            if sign == UInt8(ascii: "{") { openBraces[openBraces.count - 1] = open + 1 }
            if sign == UInt8(ascii: "}") { openBraces[openBraces.count - 1] = open - 1 }
        }
        copy(to: place + (isStep ? 2 : 1))
    }

    private mutating func copyText(endedBy quote: UInt8) -> Bool {
        var end = place + 1
        while end < source.count, source[end] != quote {
            guard source[end] != UInt8(ascii: "\n") else { return false }
            end += source[end] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard end < source.count else { return false }
        copy(to: end + 1)
        divides = true
        return true
    }

    private mutating func copyPattern() -> Bool {
        var end = place + 1
        var isInClass = false
        while end < source.count, isInClass || source[end] != UInt8(ascii: "/") {
            switch source[end] {
            case UInt8(ascii: "\n"): return false
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "\\"): end += 1
            default: break
            }
            end += 1
        }
        guard end < source.count else { return false }
        copy(to: end + 1)
        divides = true
        return true
    }

    /// Copies from a backtick, or from the brace that ends a `${…}`, to the end of the text or the next `${`.
    private mutating func copyTemplate() -> Bool {
        var end = place + 1
        while end < source.count {
            switch source[end] {
            case UInt8(ascii: "`"):
                copy(to: end + 1)
                divides = true
                return true
            case UInt8(ascii: "$") where end + 1 < source.count && source[end + 1] == UInt8(ascii: "{"):
                copy(to: end + 2)
                openBraces.append(0)
                divides = false
                return true
            case UInt8(ascii: "\\"): end += 2
            default: end += 1
            }
        }
        return false
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "#"), UInt8(ascii: "\\"), 0x80...:
            true
        default: false
        }
    }
}
