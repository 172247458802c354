import Music

extension WaveformPicture {
    /// How a waveform is drawn: in the styles of the page, by its names, and in two more.
    enum Style: String, CaseIterable, Sendable {
        /// Bars to both sides of the middle.
        case mirrored
        /// Bars that stand on the floor.
        case bars
        /// Fewer and wider bars to both sides of the middle: where no music plays, none dances.
        case dancing
        /// From the lowest to the highest sample of each column, as audio editors draw it.
        case line
        /// Columns of dots to both sides of the middle.
        case dots
        /// As `mirrored`, as the page draws it where it is not around the stage.
        case circular
        /// The loudest sample of each column to both sides of the middle, filled.
        case mirror
        /// Bars that stand on the floor, made of blocks.
        case blocks

        /// Pixels from a column to the next, and how many of them are left empty.
        var columns: (pitch: Int, gap: Int) {
            switch self {
            case .mirror, .line: (1, 0)
            case .mirrored, .bars, .circular, .blocks: (4, 1)
            case .dancing, .dots: (7, 3)
            }
        }
    }

    /// What a picture shows and how; times in seconds.
    struct Options: Hashable, Sendable {
        /// A smaller picture shows nothing, and no screen shows a larger one.
        static let widths = 16...4096
        static let heights = 16...2048
        /// Seconds: no track is longer than a week.
        static let longest = 604_800.0
        static let names = ["width", "height", "style", "colour", "playedColour", "background", "start", "end", "position"]

        var width = 800
        var height = 128
        var style = Style.mirror
        var colour = Colour(red: 0x1e, green: 0x90, blue: 0xff)
        /// The colour of the part before `position`.
        var playedColour = Colour(red: 0xff, green: 0x8c, blue: 0x00)
        /// Nil is transparent.
        var background: Colour?
        var start = 0.0
        /// Nil is the end of the track.
        var end: Double?
        /// The playback position; nil draws everything in one colour.
        var position: Double?

        init() {}

        /// Reads options by their names in a query; a missing one keeps its default.
        init(query: [String: String]) throws(Refusal) {
            // Sorted, so that of two mistakes always the same one is reported.
            for (name, value) in query.sorted(by: { $0.key < $1.key }) {
                switch name {
                case "width": width = try Self.number(name, value, in: Self.widths)
                case "height": height = try Self.number(name, value, in: Self.heights)
                case "style":
                    guard let style = Style(rawValue: value) else { throw .style(value) }
                    self.style = style
                case "colour": colour = try Self.colour(name, value)
                case "playedColour": playedColour = try Self.colour(name, value)
                case "background": background = value == "transparent" ? nil : try Self.colour(name, value)
                case "start": start = try Self.time(name, value)
                case "end": end = try Self.time(name, value)
                case "position": position = try Self.time(name, value)
                default: throw .unknown(name)
                }
            }
            if let end, end <= start { throw .endsBeforeStart(start: start, end: end) }
        }

        private static func number(_ name: String, _ value: String, in range: ClosedRange<Int>) throws(Refusal) -> Int {
            guard let number = Int(value), range.contains(number) else { throw .number(name, value, range) }
            return number
        }

        private static func time(_ name: String, _ value: String) throws(Refusal) -> Double {
            guard let seconds = Double(value), 0...longest ~= seconds else { throw .time(name, value) }
            return seconds
        }

        /// "1e90ff", with "#" or without; in a URL the sign must be written "%23".
        private static func colour(_ name: String, _ value: String) throws(Refusal) -> Colour {
            let digits = value.hasPrefix("#") ? value.dropFirst() : value[...]
            guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let number = UInt32(digits, radix: 16) else {
                throw .colour(name, value)
            }
            return Colour(
                red: UInt8(truncatingIfNeeded: number >> 16), green: UInt8(truncatingIfNeeded: number >> 8),
                blue: UInt8(truncatingIfNeeded: number))
        }
    }

    /// Which option is invalid, and what it may be.
    enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        case unknown(String)
        case number(String, String, ClosedRange<Int>)
        case style(String)
        case colour(String, String)
        case time(String, String)
        case endsBeforeStart(start: Double, end: Double)

        var description: String {
            switch self {
            case .unknown(let name): "there is no option \"\(name)\": there are \(Options.names.joined(separator: ", "))"
            case .number(let name, let value, let range):
                "\(name) is a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(value)\""
            case .style(let value):
                "style is one of \(Style.allCases.map(\.rawValue).joined(separator: ", ")), not \"\(value)\""
            case .colour(let name, let value):
                "\(name) is six hexadecimal digits such as 1e90ff\(name == "background" ? ", or transparent" : ""), not \"\(value)\""
            case .time(let name, let value):
                "\(name) is a number of seconds from 0 to \(Int(Options.longest)), not \"\(value)\""
            case .endsBeforeStart(let start, let end): "end, which is \(end), must be greater than start, which is \(start)"
            }
        }
    }
}
