import CLinux
import Glibc

/// Tells systemd, if it started this process and wants to know, how the server is (sd_notify(3)).
struct SystemdNotices {
    /// The path of its socket; nil without a service manager.
    private let socket: String?
    /// The interval of watchdog messages in microseconds; nil for none.
    let interval: UInt64?

    init(environment: [String: String], process: pid_t = getpid()) {
        let path = environment["NOTIFY_SOCKET"] ?? ""
        socket = path.hasPrefix("/") || path.hasPrefix("@") ? path : nil
        let isForUs = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
        // Half of it, as sd_watchdog_enabled(3) recommends.
        interval = isForUs && limit > 1 ? limit / 2 : nil
    }

    /// Environment variables for this process only.
    static let variables: Set<String> = ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"]

    func tellReady(_ status: String = "Serving") { tell("READY=1\nMAINPID=\(getpid())\nSTATUS=\(status)") }
    /// `now` is in microseconds of the monotonic clock. `tellReady` ends it.
    func tellReloading(at now: UInt64) { tell("RELOADING=1\nMONOTONIC_USEC=\(now)\nSTATUS=A new version is tried") }
    func tellStopping() { tell("STOPPING=1") }
    func tellAlive() { tell("WATCHDOG=1") }
    func tellStatus(_ text: String) { tell("STATUS=\(text)") }

    /// A message that cannot be sent is lost.
    private func tell(_ text: String) {
        guard let socket else { return }
        let bytes = Array(text.utf8)
        _ = downbeat_send_datagram(socket, bytes, bytes.count)
    }
}
