import Foundation
import Subsonic
import Synchronization
import System
import Testing
import Waiting

@testable import Fetch

/// A Subsonic server of the tests: `answer` gets the method and the query of each request, and returns the whole answer.
final class MusicServer: Sendable {
    /// Values of a name that is there several times stand after commas.
    typealias Query = [String: String]

    let asked = Watched<[(method: String, query: Query)]>([])
    private let answer: Mutex<@Sendable (String, Query) -> [UInt8]>
    /// Answers downloads by itself, with the head of the request; nil leaves them to `answer`.
    private let download = Mutex<(@Sendable (String, RudeServer.Wire) -> Void)?>(nil)
    private let rude = Mutex<RudeServer?>(nil)

    var address: FetchAddress { FetchAddress("http://127.0.0.1:\(rude.withLock { $0?.port ?? 0 })/")! }
    var methods: [String] { asked.withLock { $0.map(\.method) } }

    init(_ answer: @escaping @Sendable (String, Query) -> [UInt8]) throws {
        self.answer = Mutex(answer)
        let server = try RudeServer { [unowned self] head, wire in
            let target = head.split(separator: " ")[1]
            let method = target.split(separator: "/").last?.split(separator: ".").first.map(String.init) ?? ""
            let items = URLComponents(string: String(target))?.queryItems ?? []
            let query = Query(items.map { ($0.name, $0.value ?? "") }) { "\($0),\($1)" }
            asked.withLock { $0.append((method, query)) }
            if method == "download", let download = download.withLock({ $0 }) {
                download(head, wire)
            } else {
                wire.write(self.answer.withLock { $0 }(method, query))
            }
            // An answer may be shorter than it says.
            return false
        }
        rude.withLock { $0 = server }
    }

    /// Waits until it is asked for this.
    func isAsked(for method: String) async throws {
        try await asked.wait("a question for \(method)") { $0.contains { $0.method == method } }
    }

    func replace(_ answer: @escaping @Sendable (String, Query) -> [UInt8]) {
        self.answer.withLock { $0 = answer }
    }

    func sendFiles(_ download: @escaping @Sendable (String, RudeServer.Wire) -> Void) {
        self.download.withLock { $0 = download }
    }

    func client(_ login: SubsonicLogin = alice, others: [FetchAddress] = []) throws -> SubsonicClient {
        let server = SubsonicServer(name: "home", addresses: others + [address], login: login)
        return SubsonicClient(server, try Self.fetcher(), backoff: Backoff(attempts: 1), rest: .zero)
    }

    static func fetcher() throws -> Fetcher {
        var settings = Fetcher.Settings()
        settings.usesProxies = false
        return try Fetcher(settings, MachineClock())
    }

    static let alice = SubsonicLogin(user: "alice", secret: .password("sesame"))

    static func reply(_ body: some Sequence<UInt8>, _ type: String = "application/json", status: String = "200 OK") -> [UInt8] {
        let body = Array(body)
        return Array("HTTP/1.1 \(status)\r\nContent-Type: \(type)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
    }

    /// A good answer with some members beside the status.
    static func good(_ members: String = "") -> [UInt8] {
        reply(
            #"{"subsonic-response":{"status":"ok","version":"1.16.1","type":"test""#.utf8
                + (members.isEmpty ? "" : ",\(members)").utf8 + "}}".utf8)
    }

    /// What stands at a wrong path, mostly.
    static let page = reply("<!DOCTYPE html><title>Welcome</title>".utf8, "text/html; charset=utf-8")

    static func failed(_ code: Int, _ message: String = "No.") -> [UInt8] {
        reply(#"{"subsonic-response":{"status":"failed","error":{"code":\#(code),"message":"\#(message)"}}}"#.utf8)
    }
}

private func + (left: String.UTF8View, right: String.UTF8View) -> [UInt8] { Array(left) + Array(right) }
private func + (left: [UInt8], right: String.UTF8View) -> [UInt8] { left + Array(right) }
