import Testing
import Web

@Suite("Handshake") struct HandshakeTests {
    @Test("the key of RFC 6455 section 1.3 is answered as printed there")
    func accept() {
        #expect(Handshake.accept(key: "dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    }

    @Test(
        "a key is 16 bytes of base64",
        arguments: [
            ("dGhlIHNhbXBsZSBub25jZQ==", true), ("", false), ("SGVsbG8sIHdvcmxkIQ==", false),
            ("dGhlIHNhbXBsZSBub25jZQ", false), ("dGhlIHNhbXBsZSBub25jZ*==", false), ("dGhlIHNhbXBsZSBub25jZQA=", false),
            ("====", false), ("dGhlIHNhbXBsZSBub25jé==", false),
        ])
    func keys(key: String, valid: Bool) {
        #expect(Handshake.isValid(key: key) == valid)
    }

    @Test(
        "the client's order decides between subprotocols both speak",
        arguments: [
            (["a, b"], ["b", "a"], "a"), (["x", "\tb ,a"], ["b", "a"], "b"), (["x"], ["a"], nil), ([], ["a"], nil),
            ([" , "], [""], nil),
            (["A"], ["a"], nil),
        ] as [([String], [String], String?)])
    func subprotocols(offered: [String], supported: [String], chosen: String?) {
        #expect(Handshake.choose(offered: offered, supported: supported) == chosen)
    }

    @Test(
        "SHA-1 gives the digests of FIPS 180 and RFC 3174",
        arguments: [
            ("", 1, "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
            ("abc", 1, "a9993e364706816aba3e25717850c26c9cd0d89d"),
            ("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1, "84983e441c3bd26ebaae4aa1f95129e5e54670f1"),
            ("01234567", 80, "dea356a2cddd90c7a7ecedc5ebb563934f460452"),
        ])
    func digests(text: String, times: Int, expected: String) {
        let digest = SHA1.digest(Array(String(repeating: text, count: times).utf8))
        let hexadecimal = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(hexadecimal == expected)
    }

    @Test(
        "base64 gives the vectors of RFC 4648 section 10, both ways",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func base64(plain: String, encoded: String) {
        #expect(Base64.encode(Array(plain.utf8)) == encoded)
        #expect(Base64.decode(encoded) == Array(plain.utf8))
    }
}
