import Testing
import Web

@Suite("Router")
struct RouterTests {
    let router: Router<String>

    init() {
        var router = Router<String>()
        router.add(.get, "/", "root")
        router.add(.get, "/tracks/{id}", "track")
        router.add(.delete, "/tracks/{id}", "remove")
        router.add(.get, "/tracks/new", "new")
        router.add(.get, "/tracks/{track}/art", "art")
        router.add(.get, "/files/{path...}", "files")
        router.add(.get, "/files/{name}/size", "size")
        router.add(.get, "/caf\u{e9}/x", "composed")
        self.router = router
    }

    func found(_ method: Web.Method, _ raw: String) throws -> (String, Parameters)? {
        if case .found(let handler, let parameters) = router.match(method, try Target(raw)) {
            (handler, parameters)
        } else {
            nil
        }
    }

    func allowed(_ method: Web.Method, _ raw: String) throws -> [String]? {
        if case .wrongMethod(let allowed) = router.match(method, try Target(raw)) { allowed.map(\.name) } else { nil }
    }

    @Test("a literal beats a parameter")
    func precedence() throws {
        #expect(try found(.get, "/")?.0 == "root")
        #expect(try found(.get, "/tracks/new")?.0 == "new")
        #expect(try found(.get, "/tracks/7")?.0 == "track")
        #expect(try found(.get, "/tracks/new/art")?.0 == "art")
        #expect(try found(.get, "/files/a/size")?.0 == "size")
        #expect(try found(.get, "/files/a/b/size")?.0 == "files")
        #expect(try found(.delete, "/tracks/7")?.0 == "remove")
        #expect(try allowed(.delete, "/tracks/new") == ["GET", "HEAD"])
    }

    @Test("parameters are decoded, an escaped slash stays inside its segment")
    func parameters() throws {
        #expect(try found(.get, "/tracks/a%2Fb")?.1["id"] == "a/b")
        #expect(try found(.get, "/tracks/x/art")?.1["track"] == "x")
        #expect(try found(.get, "/files/a%20b/c")?.1["path"] == "a b/c")
        #expect(try found(.get, "/files/")?.1["path"] == "")
        #expect(try found(.get, "/tracks/7")?.1["other"] == nil)
    }

    @Test("a literal matches only its own bytes, escaped or not")
    func literals() throws {
        #expect(try found(.get, "/tr%61cks/%6eew")?.0 == "new")
        #expect(try found(.get, "/caf%C3%A9/x")?.0 == "composed")
        #expect(try found(.get, "/cafe%CC%81/x") == nil)
        #expect(try found(.get, "/tracks/ne")?.0 == "track" && found(.get, "/tracks/newer")?.0 == "track")
    }

    @Test("`int` accepts only decimal numbers")
    func numbers() throws {
        #expect(try found(.get, "/tracks/42")?.1.int("id") == 42)
        for raw in ["/tracks/4x", "/tracks/+4", "/tracks/99999999999999999999"] {
            let parameters = try #require(try found(.get, raw)?.1)
            #expect { try parameters.int("id") } throws: { ($0 as? HTTPError)?.status == .badRequest }
        }
    }

    @Test("GET routes answer HEAD, other methods get the allowed ones")
    func methods() throws {
        #expect(try found(.head, "/tracks/7")?.0 == "track")
        #expect(try allowed(.post, "/tracks/7") == ["DELETE", "GET", "HEAD"])
        #expect(try allowed(.other("BREW"), "/") == ["GET", "HEAD"])
    }

    @Test("unknown paths match nothing", arguments: ["/x", "/tracks", "/tracks/", "/tracks//art", "/files", "//"])
    func nothing(raw: String) throws {
        guard case .nothing = router.match(.get, try Target(raw)) else {
            Issue.record("\(raw) was routed")
            return
        }
    }

    @Test("a malformed or repeated pattern is our bug and traps")
    func mistakes() async {
        await #expect(processExitsWith: .failure) {
            var router = Router<Int>()
            router.add(.get, "/{tail...}/x", 1)
        }
        await #expect(processExitsWith: .failure) {
            var router = Router<Int>()
            router.add(.get, "/{a}", 1)
            router.add(.get, "/{b}", 2)
        }
    }
}
