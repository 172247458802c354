import Testing
import Web

@Suite("Target")
struct TargetTests {
    @Test(
        "a path is decoded and its dot segments are resolved",
        arguments: [
            ("/", "/"), ("/a/b", "/a/b"), ("/a%20b", "/a b"), ("/caf%C3%A9", "/café"), ("/a/", "/a/"),
            ("/a//b", "/a//b"),
            ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/a/b/..", "/a/"), ("/a/.", "/a/"), ("/a/%2E%2e/b", "/b"),
            ("/a/.%2e/b", "/b"), ("/.hidden/..x/...", "/.hidden/..x/..."), ("/a%2Fb", "/a/b"), ("/%25", "/%"),
            ("/a+b", "/a+b"), ("/a?b?c", "/a"), ("/a/..?x", "/"), ("/a|[\"", "/a|[\""),
        ])
    func paths(raw: String, path: String) throws {
        #expect(try Target(raw).path == path)
    }

    @Test(
        "unsafe paths are refused",
        arguments: [
            "", "a", "*", "http://a/", "/..", "/../a", "/a/../..", "/%2e%2e/a", "/a/%2e%2e/%2e./b", "/%", "/%4", "/%zz",
            "/%00", "/%ff", "/%C3", "/%C3/%A9", "/%ED%A0%80", "/a b", "/a\tb", "/a\u{7F}", "/é", "/a#b", "/a?b c",
            "/a?b#c",
            "/a%2F..%2Fb", "/..%2Fa", "/a%2f.",
        ])
    func refused(raw: String) {
        #expect { try Target(raw) } throws: { ($0 as? HTTPError)?.status == .badRequest }
    }

    @Test("segments are split before they are decoded, and joining them gives the path")
    func segments() throws {
        #expect(try Target("/").segments == [""])
        #expect(try Target("/a/b").segments == ["a", "b"])
        #expect(try Target("/a%2Fb/c/").segments == ["a/b", "c", ""])
        for raw in ["/", "//", "/a/../b%20/%2e/c", "/x%2Fy//z"] {
            let target = try Target(raw)
            #expect("/" + target.segments.joined(separator: "/") == target.path)
        }
    }

    @Test(
        "a tidied path has no slashes at its end and beside others, except those of a name",
        arguments: [
            ("/a//b/", "/a/b"), ("//a", "/a"), ("/a///?b=/", "/a"), ("/a", "/a"), ("/", "/"), ("/a%2F%2Fb/", "/a//b"),
            ("/a%2F/", "/a/"),
        ])
    func tidied(raw: String, path: String) throws {
        let tidied = try Target(raw).tidied
        #expect(tidied.path == path && "/" + tidied.segments.joined(separator: "/") == path)
        #expect(try tidied.query == Target(raw).query && tidied.tidied == tidied)
    }

    @Test("a query is read in the form encoding; broken escapes stay as they are")
    func queries() throws {
        let target = try Target("/?a=1&b=x+y%21&&a=2&c&=d&%zz=%C3%A9%&e=f=g")
        #expect(
            target.queryItems.map { "\($0.name)>\($0.value)" }
                == ["a>1", "b>x y!", "a>2", "c>", ">d", "%zz>é%", "e>f=g"])
        #expect(target.query("a") == "1" && target.query("c") == "" && target.query("absent") == nil)
        #expect(target.query.hasPrefix("a=1&b") && target.path == "/")
        #expect(try Target("/a?").query == "" && Target("/a").queryItems.isEmpty)
    }
}
