import Text

/// Why the program ends before it served anyone: one line for the person at the terminal and an exit code for scripts.
struct Failure: Error {
    /// From sysexits.h: the command line was wrong.
    static let usage: Int32 = 64
    /// From sysexits.h: something that is needed is not to be had.
    static let unavailable: Int32 = 69

    let code: Int32
    /// Without control characters, whatever text it quotes: a terminal would obey them.
    let line: String

    private init(code: Int32, line: String) {
        self.code = code
        self.line = line.asOneLine
    }

    static func usage(_ line: String) -> Failure {
        Failure(code: usage, line: line + " (downbeat --help tells more)")
    }

    static func unavailable(_ line: String) -> Failure {
        Failure(code: unavailable, line: line)
    }
}
