import Text

/// A failed start: one line for the person at the terminal and an exit code for scripts.
package struct Failure: Error {
    /// From sysexits.h: the command line was wrong.
    package static let usage: Int32 = 64
    /// From sysexits.h: a required resource is unavailable.
    package static let unavailable: Int32 = 69

    package let code: Int32
    /// Without control characters, even in quoted text: a terminal would obey them.
    package let line: String

    private init(code: Int32, line: String) {
        self.code = code
        self.line = line.asOneLine
    }

    package static func usage(_ line: String) -> Failure {
        Failure(code: usage, line: line + " (downbeat --help tells more)")
    }

    package static func unavailable(_ line: String) -> Failure {
        Failure(code: unavailable, line: line)
    }
}
