import API
import Library
import System
import Text
import Web

/// The announcement at the start: where the page is, who may control it, and where music and data are.
struct Greeting {
    /// Columns for the label in front of each line.
    private static let margin = 12

    let invitation: Invitation
    /// Nil if everyone may control.
    let token: ControlToken?
    let loops: Int
    let data: String
    let folders: [String]
    /// Tracks known so far.
    let tracks: Int
    /// The demo plays, since no folder was ever named.
    let isDemo: Bool
    /// The key that viewers need; nil if everyone may look. Shown at the terminal only, never in logs.
    var viewerKey: ControlToken? = nil
    /// SHA-256 of the server's own certificate authority; nil if it has none.
    var fingerprint: String? = nil
    /// The port of the companion's API; nil if it has none of its own.
    var companionPort: UInt16? = nil
    var isBehindAnother = LocalAddress.isBehindAnother

    /// Announces the server: a text on a terminal, a log line without one.
    func tell(_ log: Log, _ terminal: Terminal?) {
        let addresses = invitation.addresses()
        // Logs are kept and passed on, so the token is shown at the terminal only.
        if let terminal { return log.show(text(addresses, terminal)) }
        log.info(
            "listening",
            [
                "control": token == nil ? "open" : "\(data)/token", "url": invitation.here,
                "addresses": addresses.joined(separator: " "), "bind": invitation.bind, "loops": "\(loops)",
                "music": folders.joined(separator: ":"), "tracks": "\(tracks)", "data": data,
            ])
        if let companionPort { log.info("listening for apps", ["companion": "\(companionPort)"]) }
        if let fingerprint { log.info("certificates of the server's own authority", ["sha256": fingerprint]) }
        if addresses.isEmpty, !invitation.isOnlyHere, !isBehindAnother {
            log.warning("no other device can open the page", ["reason": "this machine is in no network"])
        }
    }

    private func control(_ address: String) -> String {
        token.map { Invitation.with(address, $0) } ?? address
    }

    func text(_ addresses: [String], _ terminal: Terminal) -> String {
        let link = control(addresses.first ?? invitation.here)
        var lines = ["", "  Downbeat \(ProgramVersion.text)", ""]
        // First and alone: most people open the first address that they see.
        lines += row("Control", [link] + (token == nil ? ["as everyone may: --open-control"] : []))
        lines.append("")
        lines += row("Screens", addresses.isEmpty ? [whyNone] : addresses.map { Invitation.viewer($0, viewerKey) })
        lines += row("Here", [Invitation.viewer(invitation.here, viewerKey)])
        if let fingerprint {
            let half = fingerprint.index(fingerprint.startIndex, offsetBy: fingerprint.count / 2 + 1)
            let print = ["SHA-256 \(fingerprint[..<half])", "        \(fingerprint[half...])"]
            lines += row("Secure", ["https at the same addresses; browsers warn at first (/docs)"] + print)
        }
        if let companionPort { lines += row("Companion", ["port \(companionPort), for apps that expect one"]) }
        lines += row("Music", music)
        lines += row("Data", [data])
        lines.append("")
        if terminal.isRich, !addresses.isEmpty, let code = QRCode(link, care: .little), code.columns + 2 <= terminal.columns {
            lines += code.terminalLines.map { "  " + $0 }
            lines += ["", "  The code opens the page on a phone\(token == nil ? "" : ", and lets it control the music")."]
        }
        lines.append(
            addresses.isEmpty
                ? "  Open the first address to control it. Ctrl-C ends it."
                : "  The first address controls it, the next one is for screens. Ctrl-C ends it.")
        return lines.joined(separator: "\n") + "\n\n"
    }

    private var whyNone: String {
        if invitation.isOnlyHere { return "none: --bind \(invitation.bind) lets in this machine alone" }
        if isBehindAnother { return "by the address of the machine that runs this container" }
        return "none: this machine is in no network, so nobody else can open the page"
    }

    private var music: [String] {
        guard !folders.isEmpty else { return ["none: name its folder, as in downbeat ~/Music"] }
        if isDemo { return ["demo songs, made here; for yours name its folder, as in downbeat ~/Music"] }
        let known = tracks == 1 ? "1 track is known so far" : "\(tracks) tracks are known so far"
        return folders.map(\.asOneLine) + [tracks == 0 ? "scanned now" : known]
    }

    private func row(_ name: String, _ values: [String]) -> [String] {
        values.enumerated().map { index, value in
            let front = "  " + (index == 0 ? name : "")
            return front + String(repeating: " ", count: Self.margin - front.count) + value
        }
    }
}
