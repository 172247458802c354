extension QRCode {
    /// Half of what readers want, so that the code and some words fit into 24 lines; cameras read it as well.
    private static let quiet = 2
    /// Black on white from the colours that no theme changes, whatever the terminal's own are.
    private static let blackOnWhite = "\u{1B}[38;5;16;48;5;231m"
    private static let plain = "\u{1B}[0m"

    /// Columns that the code takes in a terminal.
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
