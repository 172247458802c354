import Foundation
import Glibc
import Testing

@Suite("The page in Chromium")
struct BrowserTests {
    /// True when the page has joined the room and has sent a time probe, as its sync label tells who presses it. The accuracy of the clock
    /// depends on how busy this machine is.
    private static let isInRoom =
        "document.body.dataset.link === 'live' && (document.querySelector('.sync-facts').hidden ? document.querySelector('.chip').click() "
        + ": /^[1-9]/.test(document.querySelector('.fact-probes').textContent))"

    /// Long, since the whole suite keeps the machine busy. Tests/BrowserTests measures how fast the page is.
    private static let limit = 30.0
    /// A low frame rate and small pictures, since other tests run at the same time.
    private static let modestly = "?fps=4&scale=0.2"

    @Test("the page joins the room, and joins again after a restart of the server without a reload", .needs(.chromium))
    func reconnects() async throws {
        try await Browser.running { browser in
            let port = try await Downbeat.serving { server async throws in
                try await browser.open("http://127.0.0.1:\(server.port)/\(Self.modestly)")
                try await browser.wait(seconds: Self.limit, until: Self.isInRoom)
                try await browser.wait(seconds: Self.limit, until: "!document.querySelector('.idle').hidden")
                #expect(browser.complaints.isEmpty)
                _ = try await browser.evaluate("globalThis.wasHere = true")
                server.process.signal(SIGTERM)
                #expect(try await server.process.end() == .code(0))
                return server.port
            }
            try await browser.wait(seconds: Self.limit, until: "document.body.dataset.link === 'offline'")
            try await Downbeat.serving(port: port) { _ async throws in
                try await browser.wait(seconds: Self.limit, until: "document.body.dataset.link === 'live'")
                #expect(try await browser.evaluate("globalThis.wasHere") == "true")
            }
        }
    }

    @Test("works below a base path behind nginx", .needs(.chromium), .needs(.nginx))
    func basePath() async throws {
        try await Downbeat.serving(["--base-path", "/music/downbeat"]) { server async throws in
            try await Nginx.serving(upstream: server.port, change: { $0 }) { nginx async throws in
                try await Browser.running { browser in
                    try await browser.open("http://127.0.0.1:\(nginx.port)/music/downbeat\(Self.modestly)")
                    try await browser.wait(seconds: Self.limit, until: Self.isInRoom)
                    #expect(try await browser.evaluate("location.pathname") == "/music/downbeat/")
                    #expect(browser.complaints.isEmpty)
                }
            }
        }
    }
}
