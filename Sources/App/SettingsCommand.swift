import API
import Foundation
import Glibc
import Library
import System
import Text
import Web

/// `downbeat settings`: has the running server write what people entered into a file, or take it over from one.
struct SettingsCommand: Sendable {
    enum Action: Sendable, Equatable {
        /// Nil is the standard output.
        case export(String?)
        case take(String, rehearses: Bool)

        init?(_ name: String, _ paths: [String], isDry: Bool) {
            switch (name, paths.count) {
            case ("export", 0...1) where !isDry: self = .export(paths.first)
            case ("import", 1): self = .take(paths[0], rehearses: isDry)
            default: return nil
            }
        }
    }

    private struct Report: Decodable {
        struct Kind: Decodable {
            let kind: String
            let total: Int
            let added: Int
            let changed: Int
            let same: Int
            let kept: Int
            let waiting: Int
            let left: Int
            let problem: String?
            let notes: [String]
        }

        let kinds: [Kind]
    }

    private struct Refusal: Decodable {
        let detail: String
    }

    private let action: Action
    private let data: String?

    init(_ action: Action, data: String?) {
        self.action = action
        self.data = data
    }

    /// Returns whether everything was taken over, or could be.
    func run() throws(Failure) -> Bool {
        let folder = try DataFolder.location(option: data, environment: ProcessInfo.processInfo.environment)
        guard let running = try DataFolder.running(in: folder) else {
            throw .unavailable("no server uses \(folder): start one with downbeat, or name its folder with --data DIR")
        }
        let server = LocalServer(bind: running.bind, port: running.port, basePath: running.basePath)
        switch action {
        case .export(let path):
            let answer = try ask(server, .get, "/api/v1/settings/export", running.token, nil)
            try write(answer, to: path)
            return true
        case .take(let path, let rehearses):
            let query = rehearses ? "?dryRun=true" : ""
            let answer = try ask(server, .post, "/api/v1/settings/import\(query)", running.token, try read(path))
            do {
                return tell(try JSON.read(Report.self, from: answer), rehearses)
            } catch {
                throw .unavailable("the server on port \(server.port) did not answer as this version does")
            }
        }
    }

    private func ask(
        _ server: LocalServer, _ method: Method, _ path: String, _ token: ControlToken, _ body: [UInt8]?
    ) throws(Failure) -> [UInt8] {
        let answer: LocalQuestion.Answer?
        do {
            answer = try server.answer(method, path, token: token.text, json: body)
        } catch {
            throw .unavailable("the server does not respond: \(error.line)")
        }
        guard let answer else { throw .unavailable("another program answers on port \(server.port)") }
        guard answer.status != 200 else { return answer.body }
        guard let refusal = try? JSON.read(Refusal.self, from: answer.body) else {
            throw .unavailable("the server answered \(answer.status), and not as this version does")
        }
        throw .unavailable("nothing was done: \(refusal.detail)")
    }

    private func read(_ path: String) throws(Failure) -> [UInt8] {
        do {
            guard let bytes = try OpenFile.contents(of: path, upTo: SettingsExchange.mostBytes) else {
                throw Failure.usage("\(path) is longer than \(SettingsExchange.mostBytes >> 20) MB, and no file of settings")
            }
            return bytes
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .usage("\(path) cannot be read (\(error))")
        }
    }

    /// Writes the file whole or not at all; only its owner can read it, since it tells what somebody listens to.
    private func write(_ bytes: [UInt8], to path: String?) throws(Failure) {
        guard let path else {
            FileHandle.standardOutput.write(Data(bytes))
            return
        }
        do {
            try NewFile.write(bytes, to: path, isSecret: true)
        } catch {
            throw .unavailable("\(path) cannot be written (\(error))")
        }
    }

    private func tell(_ report: Report, _ rehearses: Bool) -> Bool {
        print(rehearses ? "This would be taken over; nothing is changed:" : "Taken over:")
        for kind in report.kinds where kind.total > 0 {
            let counts = [
                (kind.added, "new"), (kind.changed, "changed"), (kind.same, "the same"), (kind.kept, "kept as they are here"),
                (kind.left, "left out"), (kind.waiting, "waiting for their music"),
            ]
            let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }.joined(separator: ", ")
            print("  \(kind.kind): \(kind.problem.map { "none, because \($0)" } ?? words)".asOneLine)
            for note in kind.notes { print("    \(note)".asOneLine) }
        }
        return report.kinds.allSatisfy { $0.problem == nil }
    }
}
