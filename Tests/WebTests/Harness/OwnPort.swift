import CLinux
import Glibc
import Synchronization

/// A port of 127.0.0.1 that stays a test's own while nobody listens on it: the kernel never gives it to another socket, and no other test of this process
/// is given it.
///
/// A port that was bound as 0 and closed again soon belongs to another test's server or connection.
enum OwnPort {
    /// Below the ports that Linux gives to sockets that ask for any (`ip_local_port_range`: 32768 and above).
    private static let range = 20000..<30000
    private static let next = Mutex(Int(getpid()))

    static func take() throws -> UInt16 {
        for _ in range {
            let number = next.withLock { value in
                defer { value += 1 }
                return range.lowerBound + value % range.count
            }
            if isFree(UInt16(number)) { return UInt16(number) }
        }
        throw NoPort()
    }

    private struct NoPort: Error {}

    private static func isFree(_ port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
