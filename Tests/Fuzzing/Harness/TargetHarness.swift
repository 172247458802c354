#if !FUZZ_STANDALONE
    import Web
#endif

/// Traps when a decoder of small texts breaks a law; the first byte says which decoder gets the rest.
func fuzzTarget(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let choice = bytes.first else { return }
    let text = String(decoding: bytes.dropFirst(), as: UTF8.self)
    switch choice % 8 {
    case 0: if let target = try? Target(text) { checkTarget(target) }
    case 1: checkRange(text, length: Int(choice) * 5)
    case 2: checkDate(text)
    case 3: checkHost(text)
    case 4: checkLists(text)
    case 5: checkForwarded(text)
    case 6: checkRoutes(text)
    default: checkMediaType(text)
    }
}

/// Traps unless the path is rooted, free of NUL and dot segments, and made of its segments.
func checkTarget(_ target: Target) {
    if target.isAsterisk { return }
    precondition(target.path.utf8.first == 0x2F && !target.path.utf8.contains(0), "a path that is none")
    let parts = target.path.utf8.split(separator: 0x2F)
    precondition(
        !parts.contains { $0.elementsEqual([0x2E]) || $0.elementsEqual([0x2E, 0x2E]) }, "a dot segment is left")
    let joined = "/" + target.segments.joined(separator: "/")
    precondition(joined.utf8.elementsEqual(target.path.utf8), "segments do not make the path")
    for (name, value) in target.queryItems.prefix(1) {
        precondition(target.query(name)?.utf8.elementsEqual(value.utf8) == true, "the first item is not found")
    }
    _ = MediaType(path: target.path)
}

private func checkRange(_ text: String, length: Int) {
    for header in [text, "bytes=" + text] {
        guard case .part(let range) = ByteRange.parse(header, length: length) else { continue }
        precondition(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "a range outside")
    }
}

private func checkDate(_ text: String) {
    guard let seconds = HTTPDate.seconds(text) else { return }
    precondition(HTTPDate.text(seconds) == text, "a date does not come back")
}

private func checkHost(_ text: String) {
    let isAllowed = HostPolicy().allows(text)
    precondition(!isAllowed || HostPolicy(names: ["*"]).allows(text), "more rules allow less")
    if let authority = Authority(text) {
        precondition(Authority(authority.host)?.host == authority.host, "a host does not come back")
        precondition(OriginPolicy().allows(origin: "http://" + text, host: text), "a page is a stranger to its server")
    } else {
        precondition(!isAllowed, "a host that is none")
    }
    _ = OriginPolicy(origins: [text]).allows(origin: text, host: "nas")
}

private func checkLists(_ text: String) {
    _ = AcceptEncoding.allowsGzip(text)
    precondition(Conditional.ifNoneMatch("\"a\", W/\"b\"", names: "\"b\""))
    _ = Conditional.ifNoneMatch(text, names: "\"b\"")
    let isQuoted = text.utf8.count >= 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    if isQuoted, !text.dropFirst().dropLast().utf8.contains(0x22) {
        precondition(Conditional.ifNoneMatch(text, names: text), "a tag does not match itself")
        precondition(Conditional.ifRange(text, holdsFor: text), "a strong tag does not hold for itself")
    }
    let fields = HeaderFields([("list", String(text.prefix(1000))), ("List", "last")])
    precondition(fields.contains(token: "LAST", in: "LIST") && fields.count == 2)
}

private func checkForwarded(_ text: String) {
    let value = String(text.prefix(1000))
    let fields = HeaderFields(
        ["For", "Host", "Proto", "Prefix"].map { (name: "X-Forwarded-" + $0, value: value) })
    let forwarded = Forwarded(fields, fromTrustedProxy: true)
    precondition(forwarded.prefix.isEmpty || forwarded.prefix.hasPrefix("/") && !forwarded.prefix.hasSuffix("/"))
    precondition(!forwarded.prefix.hasPrefix("//"), "a prefix that names another host")
    if let host = forwarded.host { precondition(Authority(host) != nil) }
    precondition(Forwarded(fields, fromTrustedProxy: false).client == nil, "hearsay was believed")
}

private func checkRoutes(_ text: String) {
    guard let target = try? Target(text) else { return }
    var router = Router<Int>()
    router.add(.get, "/a/{id}", 1)
    router.add(.post, "/a/b", 2)
    router.add(.get, "/files/{path...}", 3)
    if case .found(3, let parameters) = router.match(.head, target) {
        precondition(
            ("/files/" + (parameters["path"] ?? "")).utf8.elementsEqual(target.path.utf8), "the tail is not whole")
    }
    if case .wrongMethod(let allowed) = router.match(.delete, target) {
        precondition(allowed.contains(.get) || allowed.contains(.post))
    }
}

private func checkMediaType(_ text: String) {
    precondition(MediaType(path: text + ".PNG").name == "image/png", "the ending was not seen")
    precondition(!MediaType(path: text).name.isEmpty)
}
