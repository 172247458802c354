import Testing

@testable import API
@testable import Web

@Suite("The effort of a list") struct EffortTests {
    private func isLong(_ query: String, usual: Int = PageRequest.usualItems) throws -> Bool {
        let bytes = Array("GET /api/v1/tracks\(query) HTTP/1.1\r\nhost: x\r\n\r\n".utf8)
        var parser = RequestParser()
        var offset = 0
        guard case .head(let head) = try parser.next(in: bytes.span, from: &offset) else {
            Issue.record("\(query) makes no head")
            return false
        }
        return PageRequest.effort(usual: usual).isLong(head)
    }

    @Test(
        "a page as the page of ours asks for it is short",
        arguments: ["", "?limit=60", "?limit=60&offset=600&sort=title", "?q=", "?limit=x", "?limit=50&limit=500"])
    func short(_ query: String) throws {
        #expect(try !isLong(query))
    }

    @Test(
        "a page of many items, one far down and a search are long, however they are written",
        arguments: ["?limit=65", "?limit=500", "?%6cimit=500", "?offset=10001", "?q=a", "?sort=title&q=%20"])
    func long(_ query: String) throws {
        #expect(try isLong(query))
    }

    @Test("a list that usually has many items is long unless it is asked for few")
    func usual() throws {
        #expect(try isLong("", usual: PageRequest.mostItems))
        #expect(try !isLong("?limit=10", usual: PageRequest.mostItems))
    }
}
