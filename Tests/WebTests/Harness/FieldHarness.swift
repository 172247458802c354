import Web

/// Values of header fields; the first byte says which decoder reads the rest.
enum FieldHarness {
    static let seeds = zip(
        0...,
        [
            [
                "bytes=0-99", "bytes=-5", "bytes=7-", "bytes=0-0,2-3", "bytes=99999999999999999999-", "bytes=5-2",
                "bytes=-0",
            ],
            ["Sun, 06 Nov 1994 08:49:37 GMT", "Thu, 29 Feb 2024 23:59:59 GMT", "Mon, 01 Jan 0000 00:00:00 GMT"],
            [
                "nas:8080", "[fe80::1:2]:80", "LocalHost.", "a.b.lan", "1.2.3.4", "[::ffff:1.2.3.4]", "evil.example",
                "_:0",
            ],
            ["gzip;q=0.5, *;q=0", "\"a\", W/\"b,c\"", "\"b\"", "*", "x-gzip;q=1.000,,identity", "\"\u{612}\""],
            ["10.0.0.1, [::1]:8080", "https", "/music/", "nas:80", "//evil", "\"[2001:db8::1]\"", "unknown"],
            [
                "permessage-deflate; client_max_window_bits",
                "permessage-deflate; server_max_window_bits=\"10\", x; y=z",
                "permessage-deflate; server_max_window_bits=8, permessage-deflate; server_no_context_takeover",
            ],
            ["a.flac", "/x.y/index.HTML", "..", "no-ending", "a.tar.gz"],
            [
                "dGhlIHNhbXBsZSBub25jZQ==", "chat, superchat", "music , chat", "AAAAAAAAAAAAAAAAAAAAAA==", "====",
                "\tchat\t",
            ],
        ]
    ).flatMap { choice, texts in texts.map { [UInt8(choice)] + Array($0.utf8) } }

    static func check(_ input: [UInt8]) throws(BrokenLaw) {
        guard let choice = input.first else { return }
        let text = String(decoding: input.dropFirst(), as: UTF8.self)
        switch choice % 8 {
        case 0: try checkRange(text, length: Int(choice) * 5)
        case 1: try checkDate(text)
        case 2: try checkHost(text)
        case 3: try checkLists(text)
        case 4: try checkForwarded(text)
        case 5: try checkExtensions(text)
        case 6: try checkMediaType(text)
        default: try checkNegotiation(text)
        }
    }

    private static func checkRange(_ text: String, length: Int) throws(BrokenLaw) {
        for header in [text, "bytes=" + text] {
            guard case .part(let range) = ByteRange.parse(header, length: length) else { continue }
            try demand(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "a range lies outside")
        }
    }

    private static func checkDate(_ text: String) throws(BrokenLaw) {
        guard let seconds = HTTPDate.seconds(text) else { return }
        try demand(HTTPDate.text(seconds) == text, "a date does not come back")
    }

    private static func checkHost(_ text: String) throws(BrokenLaw) {
        let isAllowed = HostPolicy().allows(text)
        try demand(!isAllowed || HostPolicy(names: ["*"]).allows(text), "more rules allow less")
        _ = OriginPolicy(origins: [text]).allows(origin: text, host: "nas")
        guard let authority = Authority(text) else { return try demand(!isAllowed, "a host is none") }
        try demand(Authority(authority.host)?.host == authority.host, "a host does not come back")
        try demand(HostPolicy(names: [authority.host]).allows(text), "a named host is a stranger")
        try demand(HostPolicy().allows(text.uppercased()) == isAllowed, "capitals change who is let in")
        let isOwn = OriginPolicy().allows(origin: "http://" + text, host: text)
        try demand(isOwn, "a page is a stranger to its server")
    }

    private static func checkLists(_ text: String) throws(BrokenLaw) {
        _ = AcceptEncoding.allowsGzip(text)
        _ = Conditional.ifNoneMatch(text, names: "\"b\"")
        let isQuoted = text.utf8.count >= 2 && text.utf8.first == 0x22 && text.utf8.last == 0x22
        if isQuoted, !text.utf8.dropFirst().dropLast().contains(0x22) {
            try demand(Conditional.ifNoneMatch(text, names: text), "a tag does not match itself")
            try demand(Conditional.ifRange(text, holdsFor: text), "a strong tag does not hold for itself")
        }
        let fields = HeaderFields([("list", String(text.prefix(1000))), ("List", "last")])
        try demand(fields.contains(token: "LAST", in: "LIST") && fields.count == 2, "a list has no end")
    }

    private static func checkForwarded(_ text: String) throws(BrokenLaw) {
        let value = String(text.prefix(1000))
        let fields = HeaderFields(["For", "Host", "Proto", "Prefix"].map { (name: "X-Forwarded-" + $0, value: value) })
        let forwarded = Forwarded(fields, fromTrustedProxy: true)
        let prefix = forwarded.prefix.utf8
        try demand(prefix.isEmpty || prefix.first == 0x2F && prefix.last != 0x2F, "a prefix is none")
        try demand(!prefix.starts(with: [0x2F, 0x2F]), "a prefix names another host")
        if let host = forwarded.host { try demand(Authority(host) != nil, "a forwarded host is none") }
        try demand(forwarded.scheme.map { ["http", "https"].contains($0) } ?? true, "a scheme is none")
        let hearsay = Forwarded(fields, fromTrustedProxy: false)
        try demand(hearsay.client == nil && hearsay.host == nil && hearsay.prefix.isEmpty, "hearsay was believed")
    }

    private static func checkExtensions(_ text: String) throws(BrokenLaw) {
        guard let agreed = PerMessageDeflate.negotiate([text]) else { return }
        try demand((9...15).contains(agreed.serverWindowBits), "a window is out of range")
        try demand(PerMessageDeflate.negotiate([agreed.response]) == agreed, "the answer is no offer")
        try demand(PerMessageDeflate.negotiate(["x-unknown", text]) == agreed, "a stranger changes the answer")
    }

    private static func checkMediaType(_ text: String) throws(BrokenLaw) {
        try demand(MediaType(path: text + ".PNG").name == "image/png", "the ending was not seen")
        let type = MediaType(path: text)
        try demand(!type.name.isEmpty, "a file has no type")
        try demand(!type.isCompressible || MediaType.isCompressible(type.name), "a type is not known by its name")
    }

    private static func checkNegotiation(_ text: String) throws(BrokenLaw) {
        if let bytes = Base64.decode(text) {
            try demand(Base64.decode(Base64.encode(bytes)) == bytes, "base64 does not come back")
            try demand(Base64.encode(bytes).utf8.count == text.utf8.count, "base64 changes its length")
        }
        try demand(Handshake.accept(key: text).utf8.count == 28, "an accept key is no SHA-1")
        let chosen = Handshake.choose(offered: [text], supported: ["chat", "music"])
        try demand(chosen.map { ["chat", "music"].contains($0) } ?? true, "a subprotocol is not ours")
        try demand(Handshake.choose(offered: [text, "chat"], supported: ["chat"]) == "chat", "an offer was lost")
    }
}
