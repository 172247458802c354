import Foundation
import Testing

@testable import API
@testable import App
@testable import Library

@Suite("The message at the start")
struct GreetingTests {
    private static let rich = Terminal(columns: 80, isRich: true)

    private func greeting(
        bind: String = "::", token: ControlToken? = .random(), folders: [String] = ["/music"], tracks: Int = 12,
        isDemo: Bool = false,
        isBehindAnother: Bool = false
    ) -> Greeting {
        Greeting(
            invitation: Invitation(bind: bind, port: 8080, basePath: ""), token: token, loops: 2, data: "/kept", folders: folders,
            tracks: tracks, isDemo: isDemo, isBehindAnother: isBehindAnother)
    }

    @Test("a terminal shows every address, the host link, its QR code, and the folders")
    func person() throws {
        let token = ControlToken.random()
        let text = greeting(token: token).text(["http://10.0.0.5:8080/", "http://nas.local:8080/"], Self.rich)
        let link = "http://10.0.0.5:8080/#token=\(token.text)"
        for word in [
            "http://10.0.0.5:8080/\n", "http://nas.local:8080/\n", "http://localhost:8080/\n", link, "/music\n", "12 tracks",
            "/kept\n",
        ] {
            #expect(text.contains(word), "\(word)")
        }
        // The address that controls is the first, and stands alone.
        let rows = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let first = try #require(rows.firstIndex { $0.contains("http") })
        #expect(rows[first].contains(link) && rows[first - 1].isEmpty && rows[first + 1].isEmpty)
        for line in try #require(QRCode(link, care: .little)).terminalLines { #expect(text.contains("  \(line)\n")) }
        let plain = text.split(separator: "\n").filter { !$0.contains("\u{1B}") }
        #expect(plain.allSatisfy { $0.count <= 80 && $0.utf8.allSatisfy { $0 >= 32 && $0 < 127 } })
    }

    @Test(
        "no QR code is printed where it could not be read",
        arguments: [
            (Terminal(columns: 80, isRich: false), ["http://10.0.0.5:8080/"]),
            (Terminal(columns: 30, isRich: true), ["http://10.0.0.5:8080/"]),
            (Terminal(columns: 80, isRich: true), []),
        ])
    func noCode(terminal: Terminal, addresses: [String]) {
        let text = greeting().text(addresses, terminal)
        #expect(!text.contains("\u{1B}") && text.contains("#token="))
    }

    @Test("without an address it says why")
    func nobody() {
        #expect(greeting().text([], Self.rich).contains("this machine is in no network"))
        #expect(greeting(bind: "127.0.0.1").text([], Self.rich).contains("none: --bind 127.0.0.1 lets in this machine alone"))
        #expect(greeting(isBehindAnother: true).text([], Self.rich).contains("the machine that runs this container"))
    }

    @Test("with open control no token is printed")
    func open() {
        #expect(!greeting(token: nil).text(["http://10.0.0.5:8080/"], Self.rich).contains("token"))
    }

    @Test("without a music folder, it mentions the demo and how to name a folder")
    func demo() {
        let text = greeting(folders: ["/kept/demo"], isDemo: true).text([], Self.rich)
        #expect(text.contains("demo songs") && text.contains("downbeat ~/Music") && !text.contains("/kept/demo"))
    }

    @Test("a server with its own authority shows the fingerprint, and no line is too long")
    func secure() {
        var greeting = greeting()
        greeting.fingerprint = Array(repeating: "AB", count: 32).joined(separator: ":")
        let text = greeting.text(["http://10.0.0.5:8080/"], Terminal(columns: 80, isRich: false))
        #expect(text.components(separatedBy: "AB").count == 33 && text.contains("https at the same addresses"))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("a folder's name cannot control the terminal")
    func hostile() {
        let text = greeting(folders: ["/a\u{1B}[2Jb"]).text([], Terminal(columns: 80, isRich: false))
        #expect(!text.contains("\u{1B}"))
    }

    @Test("a log has the same on one line, without the token")
    func line() async throws {
        try await Downbeat.serving { server async throws in
            let fields = try JSONDecoder().decode([String: String].self, from: Data(try await server.process.errorLine(0).utf8))
            #expect(fields["message"] == "listening" && fields["addresses"] == "" && fields["data"] == server.data)
            #expect(fields["url"] == "http://localhost:\(server.port)/")
            #expect(fields["control"] == server.data + "/token")
            #expect(!server.process.transcript.text(1).contains(try server.token))
        }
    }
}

@Suite("A port that is taken")
struct TakenPortTests {
    @Test("the process that uses it is found, and a free port is named")
    func holder() async throws {
        try await Downbeat.serving { server async throws in
            let holder = try #require(PortHolder(of: server.port))
            #expect(holder.name == "downbeat" && holder.process == Int(server.process.id))
        }
    }

    @Test("the message names the next free port, if there is one")
    func sentence() {
        #expect(
            TakenPort(8080, holder: nil) { $0 == 8083 }.sentence
                == "port 8080 is taken: stop what uses it, or choose another with --port, such as --port 8083")
        #expect(
            TakenPort(65535, holder: nil) { _ in true }.sentence
                == "port 65535 is taken: stop what uses it, or choose another with --port")
    }
}
