extension QRCode {
    /// Half of the margin that readers want, so that the code and some text fit into 24 lines; cameras still read it.
    private static let quiet = 2
    /// Black on white, in palette colours that no theme changes.
    private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    private static let plain = "\u{1B}[0m"

    /// The width of the code in a terminal, in columns.
    package var columns: Int { width + 2 * Self.quiet }

    /// The code for a terminal, line by line: each character is two squares, one above the other.
    package var terminalLines: [String] {
        stride(from: -Self.quiet, to: width + Self.quiet, by: 2).map { y in
            let squares = (-Self.quiet..<width + Self.quiet).map { x in
                switch (self[x, y], self[x, y + 1]) {
                case (true, true): "█"
                case (true, false): "▀"
                case (false, true): "▄"
                case (false, false): " "
                }
            }
            return Self.blackOnWhite + squares.joined() + Self.plain
        }
    }
}
