import CLinux
import Glibc

/// The remote end of a connection: an IPv6 address, or a mapped IPv4 one, and a port.
package struct PeerAddress: Sendable, Equatable, CustomStringConvertible {
    /// The address without the port; quotas count by it.
    package struct Host: Hashable, Sendable {
        let high: UInt64
        let low: UInt64

        init(high: UInt64, low: UInt64) {
            self.high = high
            self.low = low
        }

        /// True for 127.0.0.0/8 and ::1.
        package var isLoopback: Bool { high == 0 && (low == 1 || low >> 24 == PeerAddress.mappedPrefix >> 24 | 127) }

        /// The address of one household: an IPv4 address, or an IPv6 /64, in which it can choose any address.
        var household: Host {
            high == 0 ? self : Host(high: high, low: 0)
        }

        init(_ address: in6_addr) {
            (high, low) = withUnsafeBytes(of: address) { raw in
                (
                    UInt64(bigEndian: raw.loadUnaligned(as: UInt64.self)),
                    UInt64(bigEndian: raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        }
    }

    package let host: Host
    package let port: UInt16

    init(_ storage: sockaddr_storage) {
        let family = storage.ss_family
        (host, port) = withUnsafeBytes(of: storage) { raw in
            if family == sa_family_t(AF_INET6) {
                let address = raw.loadUnaligned(as: sockaddr_in6.self)
                return (Host(address.sin6_addr), UInt16(bigEndian: address.sin6_port))
            }
            let address = raw.loadUnaligned(as: sockaddr_in.self)
            let low = Self.mappedPrefix | UInt64(UInt32(bigEndian: address.sin_addr.s_addr))
            return (Host(high: 0, low: low), UInt16(bigEndian: address.sin_port))
        }
    }

    /// ::ffff:0:0/96, the IPv4-mapped addresses (RFC 4291, section 2.5.5.2).
    static let mappedPrefix: UInt64 = 0xFFFF_0000_0000

    var isIPv4: Bool { host.ipv4 != nil }

    /// True for 127.0.0.0/8 and ::1.
    package var isLoopback: Bool {
        host.isLoopback
    }

    /// The address in its usual text form, without the port.
    package var description: String { "\(host)" }
}

extension PeerAddress.Host: CustomStringConvertible {
    fileprivate var ipv4: UInt32? { high == 0 && low >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: low) : nil }

    /// Its usual text form.
    package var description: String {
        if let ipv4 {
            return "\(ipv4 >> 24).\(ipv4 >> 16 & 255).\(ipv4 >> 8 & 255).\(ipv4 & 255)"
        }
        var address = in6_addr()
        withUnsafeMutableBytes(of: &address) { raw in
            raw.storeBytes(of: high.bigEndian, as: UInt64.self)
            raw.storeBytes(of: low.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { text in
            inet_ntop(AF_INET6, &address, text.baseAddress!, socklen_t(text.count)).map { String(cString: $0) } ?? "?"
        }
    }
}
