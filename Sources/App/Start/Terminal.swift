import Foundation
import Glibc

/// The terminal on standard error.
struct Terminal {
    /// The width in characters.
    let columns: Int
    /// Whether it shows Unicode and colours.
    let isRich: Bool

    /// Nil without a terminal: in a service, in a container, behind a pipe.
    init?(environment: [String: String]) {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        var size = winsize()
        // A terminal that does not know its size says 0.
        let isTold = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        columns = isTold ? Int(size.ws_col) : 80
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let kind = environment["TERM"] ?? ""
        isRich = locale.uppercased().replacing("-", with: "").contains("UTF8") && !kind.isEmpty && kind != "dumb"
    }

    init(columns: Int, isRich: Bool) {
        self.columns = columns
        self.isRich = isRich
    }
}
