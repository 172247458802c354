import Testing

@testable import Web

@Suite("The addresses of this machine") struct LocalAddressTests {
    private func card(_ name: String, _ address: String, isTunnel: Bool = false, isInner: Bool = false) throws -> LocalAddress.Card
    {
        LocalAddress.Card(
            name: name, address: try #require(PeerAddress(text: address)), isTunnel: isTunnel, isInner: isInner)
    }

    @Test("the default route's address comes first, IPv6 after IPv4, tunnels last")
    func order() throws {
        let cards = [
            try card("tun0", "10.8.0.2", isTunnel: true), try card("eth0", "fd00::2"), try card("wlan0", "192.168.1.7"),
            try card("eth0", "10.0.0.5"), try card("eth0", "10.0.0.5"),
        ]
        let leading = [cards[3].address.host, cards[0].address.host]
        let chosen = LocalAddress.choose(from: cards, leading: leading)
        #expect(chosen.map(\.host) == ["10.0.0.5", "192.168.1.7", "[fd00::2]", "10.8.0.2"])
        #expect(chosen.map(\.isIPv6) == [false, false, true, false])
    }

    @Test(
        "addresses that no other device can use are left out",
        arguments: [
            ("lo", "127.0.0.1"), ("lo", "::1"), ("eth0", "fe80::1"), ("eth0", "febf::1"), ("eth0", "169.254.3.4"),
            ("docker0", "172.17.0.1"), ("br-0123456789ab", "172.18.0.1"), ("virbr0", "192.168.122.1"),
        ])
    func useless(name: String, address: String) throws {
        #expect(LocalAddress.choose(from: [try card(name, address)], leading: []).isEmpty)
    }

    @Test("a container's veth to its host is left out")
    func inner() throws {
        #expect(LocalAddress.choose(from: [try card("eth0", "172.17.0.2", isInner: true)], leading: []).isEmpty)
    }

    @Test("this machine's addresses can be listed")
    func real() {
        for address in LocalAddress.all { #expect(Authority(address.host)?.port == nil && Authority(address.host) != nil) }
    }
}
