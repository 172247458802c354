import Music

extension WaveformPicture {
    /// The picture as SVG: one path for each colour.
    var svg: String {
        let size = "width=\"\(options.width)\" height=\"\(options.height)\""
        var text = "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) viewBox=\"0 0 \(options.width) \(options.height)\">"
        if let background = options.background { text += "<rect \(size) fill=\"\(background.hex)\"/>" }
        for (colour, isPlayed) in [(options.playedColour, true), (options.colour, false)] {
            let path = Self.path(along: bars.filter { $0.isPlayed == isPlayed })
            if !path.isEmpty { text += "<path fill=\"\(colour.hex)\" d=\"\(path)\"/>" }
        }
        return text + "</svg>\n"
    }

    /// Outlines: touching bars become one shape, since there would be hairlines between them when the picture is scaled.
    private static func path(along bars: [Bar]) -> String {
        var path = ""
        var start = 0
        while start < bars.count {
            var end = start + 1
            while end < bars.count, bars[end].x == bars[end - 1].x + bars[end - 1].width { end += 1 }
            path += outline(bars[start..<end])
            start = end
        }
        return path
    }

    /// Along the tops to the right and back along the bottoms.
    private static func outline(_ bars: ArraySlice<Bar>) -> String {
        guard let first = bars.first else { return "" }
        var pen = Pen(x: first.x, y: first.top)
        for bar in bars { pen.step(to: bar.x + bar.width, at: bar.top) }
        for bar in bars.reversed() { pen.step(to: bar.x, at: bar.bottom) }
        return pen.closed()
    }

    /// Draws steps: vertically, then horizontally. Neighbours of one height share one line.
    private struct Pen {
        private var path: String
        private var x: Int
        private var target: Int
        private var y: Int

        init(x: Int, y: Double) {
            self.x = x
            target = x
            self.y = Self.hundredths(y)
            path = "M\(x) \(Self.text(self.y))"
        }

        mutating func step(to x: Int, at y: Double) {
            let y = Self.hundredths(y)
            if y != self.y {
                draw()
                path += "V\(Self.text(y))"
                self.y = y
            }
            target = x
        }

        mutating func closed() -> String {
            draw()
            return path + "z"
        }

        private mutating func draw() {
            if target != x { path += "h\(target - x)" }
            x = target
        }

        private static func hundredths(_ value: Double) -> Int { Int((value * 100).rounded()) }

        private static func text(_ hundredths: Int) -> String {
            let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
            if rest == 0 { return "\(whole)" }
            return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
        }
    }
}
