import API
import Foundation
import Glibc
import Library
import Session
import System
import Text
import Web

/// The settings of `downbeat link`.
struct LinkOptions {
    var role = Role.guest
    /// Nil for all rooms.
    var room: String?
    /// Also make a short code.
    var hasCode = false
    var library = LibraryOptions(jobs: 1)

    static let rules: [OptionRule<LinkOptions>] =
        [
            OptionRule(
                name: "role", argument: "ROLE", help: "who it is for: viewer, guest, cohost or host (default: guest)",
                set: { (options, text) throws(OptionProblem) in
                    guard let role = Role(rawValue: text), role != .owner else {
                        throw OptionProblem("takes viewer, guest, cohost or host, not \"\(text)\"")
                    }
                    options.role = role
                }, show: { $0.role.rawValue }),
            OptionRule(
                name: "room", argument: "ROOM", help: "the one room that it is for (default: all rooms)",
                set: { (options, text) throws(OptionProblem) in
                    guard RoomName.allows(text) else { throw OptionProblem("takes \(RoomName.rule)") }
                    options.room = text
                }, show: { $0.room ?? "" }),
            OptionRule(
                name: "code", argument: "", help: "also print a short code, to be typed on the page within 10 minutes",
                set: { (options, text) throws(OptionProblem) in options.hasCode = try OptionProblem.truth(text) },
                show: { $0.hasCode ? "yes" : "no" }),
        ] + LibraryOptions.rules.filter { $0.name == "data" }.map { $0.within(\LinkOptions.library) }
}

/// `downbeat link`: has the running server make a link, and prints it with its QR code.
struct LinkCommand {
    private struct Wanted: Encodable {
        let role: Role
        let room: String?
        var name: String? = "From the terminal"
    }

    private struct Made: Decodable {
        let token: String
        let addresses: [String]
    }

    private struct Code: Decodable {
        let code: String
    }

    private struct Refusal: Decodable {
        let detail: String
    }

    private let options: LinkOptions

    init(_ options: LinkOptions) {
        self.options = options
    }

    func run() throws(Failure) {
        let environment = ProcessInfo.processInfo.environment
        let running = try DataFolder.Running.find(options.library.dataFolder, environment)
        let server = LocalServer(bind: running.bind, port: running.port, basePath: running.basePath)
        let body = JSON.bytes(Wanted(role: options.role, room: options.room))
        let made = try ask(server, "/api/v1/links", running.token, body, Made.self)
        let address = made.addresses.first ?? "http://localhost:\(running.port)\(running.basePath)/#token=\(made.token)"
        let terminal = isatty(STDOUT_FILENO) == 1 ? Terminal(environment: environment) : nil
        var lines = [address]
        if let terminal, terminal.isRich, let code = QRCode(address, care: .little), code.columns + 2 <= terminal.columns {
            lines += [""] + code.terminalLines.map { "  " + $0 } + [""]
        }
        if options.hasCode {
            let code = try ask(server, "/api/v1/codes", running.token, body, Code.self).code
            lines.append(terminal == nil ? code : "Or type the code \(code) on the page, within 10 minutes; it works once.")
        }
        if terminal != nil {
            lines.append("Whoever opens it is a \(options.role.rawValue) until it is revoked, on the page under Invite.")
        }
        print(lines.joined(separator: "\n"))
    }

    private func ask<Answer: Decodable>(
        _ server: LocalServer, _ path: String, _ token: ControlToken, _ body: [UInt8], _ type: Answer.Type
    ) throws(Failure) -> Answer {
        let answer: LocalQuestion.Answer?
        do {
            answer = try server.answer(.post, path, token: token.text, json: body)
        } catch {
            throw .unavailable("the server does not respond: \(error.line)")
        }
        guard let answer else { throw .unavailable("another program answers on port \(server.port)") }
        do {
            guard answer.status == 201 else {
                throw Failure.unavailable("the server made none: \(try JSON.read(Refusal.self, from: answer.body).detail)")
            }
            return try JSON.read(type, from: answer.body)
        } catch let failure as Failure {
            throw failure
        } catch {
            throw .unavailable("the server on port \(server.port) answered \(answer.status), and not as this version does")
        }
    }
}
