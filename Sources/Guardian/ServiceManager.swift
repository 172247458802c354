import CLinux
import Glibc

/// systemd, where it started this process and wants to be told how it is (sd_notify(3)).
struct ServiceManager {
    /// The socket that it listens on; nil where there is no service manager.
    private let socket: String?
    /// How often it wants to hear that all is well, in microseconds; nil for never.
    let interval: UInt64?

    init(environment: [String: String], process: pid_t = getpid()) {
        let path = environment["NOTIFY_SOCKET"] ?? ""
        socket = path.hasPrefix("/") || path.hasPrefix("@") ? path : nil
        let isForUs = environment["WATCHDOG_PID"].map { $0 == "\(process)" } ?? true
        let limit = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
        // Half of it, as sd_watchdog_enabled(3) recommends.
        interval = isForUs && limit > 1 ? limit / 2 : nil
    }

    /// Variables that are for this process alone.
    static let variables: Set<String> = ["NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC"]

    func tellReady() { tell("READY=1\nMAINPID=\(getpid())\nSTATUS=Serving") }
    func tellStopping() { tell("STOPPING=1") }
    func tellAlive() { tell("WATCHDOG=1") }
    func tellStatus(_ text: String) { tell("STATUS=\(text)") }

    /// A manager that does not listen loses a message, and nobody waits for it.
    private func tell(_ text: String) {
        guard let socket else { return }
        let bytes = Array(text.utf8)
        _ = downbeat_send_datagram(socket, bytes, bytes.count)
    }
}
