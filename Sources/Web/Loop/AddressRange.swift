import CLinux
import Glibc

/// A block of addresses, such as "10.0.0.0/8", "fd00::/8" or one address alone.
package struct AddressRange: Sendable, Equatable, CustomStringConvertible {
    package let description: String
    private let start: PeerAddress.Host
    private let prefixLength: Int

    /// Reads "address" or "address/bits"; nil when it is neither.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let host = PeerAddress.Host(text: parts[0]) else { return nil }
        let isIPv4 = !parts[0].contains(":")
        var length = 128
        if parts.count == 2 {
            guard let bits = Int(parts[1]), parts[1].utf8.first != 0x2B, (0...(isIPv4 ? 32 : 128)).contains(bits) else {
                return nil
            }
            length = isIPv4 ? bits + 96 : bits
        }
        description = text
        start = host
        prefixLength = length
    }

    package func contains(_ host: PeerAddress.Host) -> Bool {
        func agree(_ a: UInt64, _ b: UInt64, bits: Int) -> Bool {
            bits <= 0 || (a ^ b) >> UInt64(64 - min(bits, 64)) == 0
        }
        return agree(start.high, host.high, bits: prefixLength) && agree(start.low, host.low, bits: prefixLength - 64)
    }
}

extension PeerAddress.Host {
    /// Reads a literal IPv4 or IPv6 address.
    package init?(text: String) {
        var v4 = in_addr()
        if inet_pton(AF_INET, text, &v4) == 1 {
            self.init(high: 0, low: PeerAddress.mappedPrefix | UInt64(UInt32(bigEndian: v4.s_addr)))
            return
        }
        var v6 = in6_addr()
        guard inet_pton(AF_INET6, text, &v6) == 1 else { return nil }
        self.init(v6)
    }
}
