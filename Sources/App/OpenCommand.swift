import API
import Foundation
import Glibc
import Library
import System

/// The settings of `downbeat open`.
struct OpenOptions {
    var library = LibraryOptions(jobs: 1)

    static let rules = LibraryOptions.rules.filter { $0.name == "data" }.map { $0.within(\OpenOptions.library) }
}

/// `downbeat open`: opens the page of the running server in this user's browser, as the owner. That this user is the owner is proved by
/// reading the control key, which only the user who runs the server, and root, can.
struct OpenCommand {
    let options: OpenOptions

    func run() throws(Failure) {
        let environment = ProcessInfo.processInfo.environment
        let running = try DataFolder.Running.find(options.library.dataFolder, environment)
        let invitation = Invitation(bind: running.bind, port: running.port, basePath: running.basePath)
        guard let browser = DesktopBrowser(environment) else {
            // Who has no desktop here sits at another device.
            return print(Invitation.with(invitation.addresses().first ?? invitation.here, running.token))
        }
        let link = Invitation.with(invitation.here, running.token)
        try browser.open(link)
        print("Opening Downbeat in your browser. If nothing opens, open this link, which controls it:\n\(link)")
    }
}

extension DataFolder.Running {
    /// The data folder of Debian's package.
    private static let packaged = "/var/lib/downbeat"

    /// The server that somebody means: the one of a named folder, or else of the user's own, or else of the package.
    static func find(_ option: String?, _ environment: [String: String]) throws(Failure) -> DataFolder.Running {
        let data = try DataFolder.location(option: option, environment: environment)
        if let running = try DataFolder.running(in: data) { return running }
        let isNamed = option.map { !$0.isEmpty } ?? false
        if !isNamed {
            if let running = try DataFolder.running(in: packaged) { return running }
            if access(packaged, R_OK) != 0, errno == EACCES {
                throw .unavailable("the server of \(packaged) is another user's: run this with sudo")
            }
        }
        throw .unavailable("no server uses \(data): start one with downbeat, or name its folder with --data DIR")
    }
}

/// The browser of a desktop session.
///
/// It is given the name of a file that leads to the link: other users of this machine can read the words of its command line, but not
/// the file.
struct DesktopBrowser {
    /// In the folder of the session, which is this user's alone and ends with the session (XDG base directory specification).
    private let file: String
    private let environment: [String: String]

    /// Nil without a desktop session, and for a user who is another one by sudo.
    init?(_ environment: [String: String]) {
        let hasDesktop = ["DISPLAY", "WAYLAND_DISPLAY"].contains { environment[$0]?.isEmpty == false }
        guard hasDesktop, environment["SUDO_UID"] == nil, let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else {
            return nil
        }
        file = "\(folder)/downbeat-open.html"
        self.environment = environment
    }

    /// Writes the file and has the desktop open it, without waiting for the browser.
    func open(_ link: String) throws(Failure) {
        do throws(SystemError) {
            try NewFile.write(Array(Self.page(leadingTo: link).utf8), to: file, isSecret: true)
        } catch {
            throw .unavailable("cannot write \(file) (\(SystemError.text(of: error.code)))")
        }
        // The shell ends at once, and xdg-open is nobody's child.
        let line: [String] = ["sh", "-c", "xdg-open \"$0\" >/dev/null 2>&1 </dev/null &", file]
        var words = line.map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for pointer in words + variables { free(pointer) } }
        var id = pid_t()
        let code = posix_spawn(&id, "/bin/sh", nil, nil, &words, &variables)
        guard code == 0 else { throw .unavailable("cannot start a browser (\(SystemError.text(of: code)))") }
        var status: Int32 = 0
        while waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    /// A page that goes to the link at once.
    static func page(leadingTo link: String) -> String {
        let escaped = link.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        return """
            <!doctype html><meta charset="utf-8"><title>Downbeat</title><meta name="referrer" content="no-referrer">
            <meta http-equiv="refresh" content="0; url=\(escaped)"><a href="\(escaped)">Open Downbeat</a>

            """
    }
}
