import Testing
import Web

@Suite("Hosts, origins and proxies")
struct TrustTests {
    @Test(
        "addresses and names of the local network are answered",
        arguments: [
            "127.0.0.1", "192.168.1.2:8080", "[::1]", "[fe80::1:2]:80", "[::ffff:1.2.3.4]", "localhost",
            "LocalHost:8080",
            "a.localhost", "nas", "my-nas_2:80", "screens.local", "screens.local.", "a.b.lan", "x.home.arpa",
            "x.internal",
        ])
    func local(host: String) {
        #expect(HostPolicy().allows(host))
    }

    @Test(
        "names that a stranger could own, and malformed hosts, are refused",
        arguments: [
            "", "example.org", "localhost.example.org", "nas.", "xlocal.com", ".local", "2130706433", "127.1",
            "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "[::1", "[::1]x", "[1:2:3:4:5:6:7]", "[1::2::3]",
            "[1:2:3:4:5:6:7:8:9]", "[:1]", "[::1%25eth0]", "a:b", "a:", "a:70000", "nas:80:80", "user@nas", "na s",
            "nás",
            "a.notlocal",
        ])
    func strange(host: String) {
        #expect(!HostPolicy().allows(host))
    }

    @Test("a trailing dot is ignored, in configured and in sent names")
    func rootedNames() {
        let policy = HostPolicy(names: ["screen.example.org.", "*.example.com."])
        for host in ["screen.example.org", "screen.example.org.", "a.example.com", "a.example.com.:80"] {
            #expect(policy.allows(host))
        }
        #expect(!policy.allows("com.") && !policy.allows("example.com."))
    }

    @Test("configured names are allowed, and `*.` only allows subdomains")
    func configured() {
        let policy = HostPolicy(names: ["Screen.Example.org", "*.example.com"])
        #expect(policy.allows("screen.example.org:8080") && policy.allows("a.b.EXAMPLE.com"))
        #expect(
            !policy.allows("example.com") && !policy.allows("x.screen.example.org") && !policy.allows("aexample.com"))
        #expect(HostPolicy(names: ["*"]).allows("anything.example.net") && !HostPolicy(names: ["*"]).allows("no host"))
    }

    @Test(
        "a page may connect to the server it came from",
        arguments: [
            (nil, "nas"), ("http://nas", "nas"), ("http://NAS:80", "nas"), ("http://nas", "nas:80"),
            ("https://nas", "nas:443"), ("http://nas:8080", "nas:8080"), ("https://nas:8443", "nas"),
            ("http://[::1]:8080", "[::1]:8080"), ("https://friend.example", "nas"),
            ("https://friend.example:443", "nas"),
        ])
    func ownPages(origin: String?, host: String) {
        #expect(OriginPolicy(origins: ["https://Friend.example"]).allows(origin: origin, host: host))
    }

    @Test(
        "no other page may connect",
        arguments: [
            ("null", "nas"), ("", "nas"), ("http://evil.example", "nas"), ("http://nas:81", "nas:80"),
            ("https://nas", "nas:80"), ("http://nas.evil.example", "nas"), ("http://nas/", "nas"), ("ftp://nas", "nas"),
            ("http://nas, http://evil.example", "nas"), ("http://friend.example", "nas"), ("nas", "nas"),
            ("http://", ""),
        ])
    func otherPages(origin: String, host: String) {
        #expect(!OriginPolicy(origins: ["https://friend.example"]).allows(origin: origin, host: host))
    }

    @Test("a trusted proxy's last element counts, a stranger's never")
    func forwarded() {
        let fields = HeaderFields([
            ("X-Forwarded-For", "6.6.6.6, 10.0.0.9"), ("X-Forwarded-Host", "music.example.org:8443"),
            ("X-Forwarded-Proto", "HTTPS"), ("X-Forwarded-Prefix", "/down/beat/"),
        ])
        let believed = Forwarded(fields, fromTrustedProxy: true)
        #expect(believed.client == "10.0.0.9" && believed.host == "music.example.org:8443")
        #expect(believed.scheme == "https" && believed.prefix == "/down/beat")
        let stranger = Forwarded(fields, fromTrustedProxy: false)
        #expect(stranger.client == nil && stranger.host == nil && stranger.scheme == nil && stranger.prefix == "")
    }

    @Test(
        "addresses of clients lose port and brackets",
        arguments: [
            ("1.2.3.4:567", "1.2.3.4"), ("[2001:DB8::1]:567", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
            ("unknown", nil), ("1.2.3.4, _hidden", nil), ("", nil), ("1.2.3.4,", "1.2.3.4"),
        ])
    func clients(value: String, client: String?) {
        let fields = HeaderFields([("X-Forwarded-For", "9.9.9.9"), ("X-Forwarded-For", value)])
        #expect(Forwarded(fields, fromTrustedProxy: true).client == client)
    }

    @Test(
        "the client is the last address that is no trusted proxy's",
        arguments: [
            ("6.6.6.6, 192.0.2.7, 10.0.0.1", "192.0.2.7"), ("6.6.6.6, 192.0.2.7, 10.0.0.1, 10.0.0.2", "192.0.2.7"),
            ("10.0.0.1, 10.0.0.2", "10.0.0.1"),
            ("6.6.6.6, unknown, 10.0.0.1", "10.0.0.1"), ("6.6.6.6, 192.0.2.7", "192.0.2.7"), ("unknown", nil),
        ])
    func chains(value: String, client: String?) {
        let proxies = AddressRange("10.0.0.0/8")
        let fields = HeaderFields([("X-Forwarded-For", value)])
        #expect(Forwarded(fields, fromTrustedProxy: true) { proxies?.contains($0) == true }.client == client)
        #expect(Forwarded(fields, fromTrustedProxy: false) { _ in true }.client == nil)
    }

    @Test("Home Assistant's name for the prefix is believed as the usual one, from proxies alone")
    func ingressPath() {
        let fields = HeaderFields([("X-Ingress-Path", "/api/hassio_ingress/aB3-x_9")])
        #expect(Forwarded(fields, fromTrustedProxy: true).prefix == "/api/hassio_ingress/aB3-x_9")
        #expect(Forwarded(fields, fromTrustedProxy: false).prefix == "")
    }

    @Test(
        "prefixes that are no plain path are ignored",
        arguments: ["", "/", "x", "//evil.example", "/a/../b", "/a%2Fb", "/a?b", "/<b>", "/a//b", "/a b"])
    func prefixes(value: String) {
        #expect(Forwarded(HeaderFields([("X-Forwarded-Prefix", value)]), fromTrustedProxy: true).prefix == "")
    }
}
