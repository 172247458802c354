import System
import Testing
import Waiting

@testable import Web

@Suite("Listening") struct ListenerTests {
    @Test("port 0 lets the kernel choose one port, the same for every loop")
    func choice() throws {
        let listeners = try Listener.open(3, on: "127.0.0.1", port: 0)
        #expect(listeners.count == 3 && listeners[0].port != 0)
        #expect(Set(listeners.map(\.port)).count == 1)
    }

    @Test("a port in use is refused, although listeners of one server share theirs")
    func taken() throws {
        let first = try Listener.open(2, on: "127.0.0.1", port: 0)
        #expect(throws: ListenError.portTaken(first[0].port)) {
            try Listener.open(1, on: "127.0.0.1", port: first[0].port)
        }
        #expect(throws: ListenError.portTaken(first[0].port)) { try Listener.open(1, on: "::", port: first[0].port) }
    }

    @Test("a closed port can be reused at once")
    func again() throws {
        let port = try OwnPort.take()
        for _ in 1...2 { #expect(try Listener.open(1, on: "127.0.0.1", port: port)[0].port == port) }
    }

    @Test(
        "the wildcard addresses and localhost are reachable over IPv4",
        arguments: ["::", "0.0.0.0", "localhost"])
    func reached(address: String) async throws {
        let listener = try Listener.open(1, on: address, port: 0)[0]
        _ = try TestClient(port: listener.port)
        try await eventually("the connection has come") {
            guard case .connection(_, let peer) = listener.accept() else { return false }
            return peer.isLoopback
        }
    }

    @Test("the error names an address that is not of this machine")
    func elsewhere() {
        for address in ["", "example.org", "[::1", "256.0.0.1"] {
            #expect(throws: ListenError.badAddress(address)) { try Listener.open(1, on: address, port: 0) }
        }
        // No machine has an address in TEST-NET-1 (RFC 5737).
        #expect(throws: ListenError.addressNotHere("192.0.2.1")) { try Listener.open(1, on: "192.0.2.1", port: 0) }
    }

    @Test("every error is one line")
    func sentences() {
        for error in [
            ListenError.badAddress("x"), .portTaken(80), .notAllowed(80), .addressNotHere("x"),
            .failed(SystemError("bind", code: 1)),
        ] {
            #expect(!error.description.isEmpty && !error.description.contains("\n"))
        }
    }
}
