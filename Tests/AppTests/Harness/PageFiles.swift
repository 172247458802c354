import Foundation
import Waiting

/// Fetches a page and every file that it, its scripts or its styles refer to, as a browser does.
enum PageFiles {
    /// The answers by path, each fetched once.
    static func fetch(_ port: UInt16, _ page: String) async throws -> [String: Answer] {
        var answers: [String: Answer] = [:]
        var waiting = [page]
        while let path = waiting.popLast() {
            guard answers[path] == nil else { continue }
            let answer = try await get(port, path)
            answers[path] = answer
            // References with # are within the page, and modules of node are not on the server.
            let elsewhere = try references(of: answer).filter { !$0.hasPrefix("#") && !$0.hasPrefix("node:") }
            waiting += try elsewhere.map { try resolve($0, against: path) }
        }
        return answers
    }

    private static func references(of answer: Answer) throws -> [String] {
        let pattern =
            switch answer.type {
            case "text/html": #"(?:href|src)="([^"]+)""#
            case "text/javascript": #"(?:from|import) ?"([^"]+)""#
            case "text/css": #"url\("?([^")]+)"?\)"#
            default: #"(?!)()"#
            }
        let text = answer.text
        let matches = try NSRegularExpression(pattern: pattern).matches(
            in: text, range: NSRange(text.startIndex..., in: text))
        return matches.compactMap { Range($0.range(at: 1), in: text).map { String(text[$0]) } }
    }

    private static func resolve(_ reference: String, against path: String) throws -> String {
        guard let url = URL(string: reference, relativeTo: URL(string: "http://page.test\(path)")),
            url.host == "page.test"
        else {
            throw NeverHappened("a reference within the server: \(reference) in \(path)")
        }
        // Unlike `path`, this keeps the slash at the end of a folder.
        return url.absoluteURL.path(percentEncoded: false)
    }
}
