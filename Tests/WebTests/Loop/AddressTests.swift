import CLinux
import Glibc
import Testing

@testable import Web

extension PeerAddress {
    /// The address as the kernel would hand it over.
    init?(text: String, port: UInt16 = 0) {
        var storage = sockaddr_storage()
        let isRead = withUnsafeMutableBytes(of: &storage) { raw in
            if text.contains(":") {
                var address = sockaddr_in6()
                address.sin6_family = sa_family_t(AF_INET6)
                address.sin6_port = port.bigEndian
                guard inet_pton(AF_INET6, text, &address.sin6_addr) == 1 else { return false }
                raw.storeBytes(of: address, as: sockaddr_in6.self)
            } else {
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = port.bigEndian
                guard inet_pton(AF_INET, text, &address.sin_addr) == 1 else { return false }
                raw.storeBytes(of: address, as: sockaddr_in.self)
            }
            return true
        }
        guard isRead else { return nil }
        self.init(storage)
    }
}

@Suite("Addresses") struct AddressTests {
    @Test(
        "an address is written in its usual text form",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("255.255.255.255", "255.255.255.255"), ("::ffff:192.0.2.1", "192.0.2.1"),
            ("2001:DB8:0:0::1", "2001:db8::1"), ("::1", "::1"), ("::", "::"),
        ])
    func description(text: String, written: String) throws {
        let peer = try #require(PeerAddress(text: text, port: 4711))
        #expect(peer.description == written && peer.port == 4711)
        #expect(PeerAddress.Host(text: text) == peer.host)
    }

    @Test("IPv4 is the same address in its own family and mapped into IPv6")
    func mapped() throws {
        #expect(PeerAddress(text: "192.0.2.1") == PeerAddress(text: "::ffff:192.0.2.1"))
        #expect(PeerAddress(text: "192.0.2.1") != PeerAddress(text: "::192.0.2.1"))
    }

    @Test(
        "loopback addresses are recognized, in both families",
        arguments: [
            ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("::ffff:127.0.0.1", true), ("128.0.0.1", false),
            ("::2", false), ("10.0.0.1", false), ("::", false), ("0.0.0.0", false), ("::127.0.0.1", false),
        ])
    func loopback(text: String, isLoopback: Bool) throws {
        #expect(try #require(PeerAddress(text: text)).isLoopback == isLoopback)
    }

    @Test(
        "a block contains the addresses with the same prefix bits",
        arguments: [
            ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.0", false),
            ("10.0.0.0/8", "::ffff:10.1.2.3", true),
            ("192.168.1.128/25", "192.168.1.200", true), ("192.168.1.128/25", "192.168.1.127", false),
            ("172.16.0.0/12", "172.31.255.255", true), ("172.16.0.0/12", "172.32.0.0", false),
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.1", "192.0.2.2", false), ("0.0.0.0/0", "203.0.113.9", true),
            ("0.0.0.0/0", "2001:db8::1", false), ("::/0", "2001:db8::1", true), ("::/0", "10.0.0.1", true),
            ("fd00::/8", "fdff::1", true), ("fd00::/8", "fe00::1", false), ("2001:db8::/64", "2001:db8::ffff:1", true),
            ("2001:db8::/64", "2001:db8:0:1::", false), ("2001:db8::/65", "2001:db8:0:0:8000::", false),
            ("::1", "::1", true), ("::1/128", "::2", false), ("10.9.9.9/8", "10.0.0.1", true),
        ])
    func contains(block: String, address: String, isInside: Bool) throws {
        let range = try #require(AddressRange(block))
        #expect(range.contains(try #require(PeerAddress.Host(text: address))) == isInside)
        #expect(range.description == block)
    }

    @Test(
        "malformed blocks are refused",
        arguments: [
            "", "/", "/8", "10.0.0.0/", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0/8", "::/129", "localhost", "10.0.0.0/8/8",
            "10.0.0.0/8 ", "10.0.0.0/a", "[::1]", "10.0.0.0/+8",
        ])
    func malformed(text: String) {
        #expect(AddressRange(text) == nil)
    }
}
