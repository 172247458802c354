import Foundation
import Glibc
import System
import Testing
import Waiting
import Yardstick

@testable import Live

@Suite("Where the bytes of an input come from")
struct ReaderTests {
    private let clock = HandClock()

    /// Reads until so much has come.
    private func bytes(_ reader: some InputReader, _ count: Int) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        try await eventually("\(count) bytes") {
            if case .bytes(let more) = reader.read(count - bytes.count) { bytes += more }
            return bytes.count >= count
        }
        return bytes
    }

    /// Reads until nobody writes.
    private func end(_ reader: some InputReader) async throws {
        try await eventually("the end") { reader.read(65_536) == .noWriter }
    }

    @Test("a command is heard, started again after a pause, and what it said last is told")
    func command() async throws {
        let reader = ProgramReader(shell: "printf abc; echo first >&2; echo no card >&2; exit 3", clock)
        for pause in [1, 2, 4, 8, 16, 30, 30] {
            #expect(try await bytes(reader, 3) == Array("abc".utf8))
            try await end(reader)
            #expect(reader.trouble == "no card")
            clock.advance(by: .seconds(pause) - .milliseconds(1))
            #expect(reader.read(9) == .noWriter)
            clock.advance(by: .milliseconds(1))
        }
    }

    @Test("one that was heard for a while begins with short pauses again")
    func again() async throws {
        let reader = ProgramReader(shell: "printf abc; read line", clock)
        #expect(try await bytes(reader, 3) == Array("abc".utf8))
        try await end(reader)
        clock.advance(by: .seconds(1))
        #expect(try await bytes(reader, 1) == Array("a".utf8))
        clock.advance(by: .seconds(10))
        try await end(reader)
        clock.advance(by: .seconds(1))
        #expect(try await bytes(reader, 3) == Array("abc".utf8))
    }

    @Test("a recorder that gives nothing is started again, another program is not")
    func recorder() async throws {
        let command = ["/bin/sh", "-c", "printf abc; exec tail -f /dev/null"]
        let (recorder, player) = (ProgramReader(command, isRecorder: true, clock), ProgramReader(command, clock))
        for reader in [recorder, player] { #expect(try await bytes(reader, 3) == Array("abc".utf8)) }
        clock.advance(by: .seconds(6))
        #expect(recorder.read(9) == .noWriter && player.read(9) == .nothing)
        #expect(recorder.trouble == "/bin/sh gives no sound")
        clock.advance(by: .seconds(1))
        #expect(try await bytes(recorder, 3) == Array("abc".utf8))
        recorder.end()
        clock.advance(by: .seconds(60))
        #expect(recorder.read(9) == .noWriter)
    }

    @Test("a program that is not there, and one that floods, hold up nobody")
    func hostile() async throws {
        let missing = ProgramReader(["/nowhere/rec"], clock)
        #expect(missing.read(9) == .noWriter)
        #expect(missing.trouble?.contains("/nowhere/rec") == true)
        let flood = ProgramReader(shell: "yes >&2 & yes", clock)
        #expect(try await bytes(flood, 300_000).count == 300_000)
        #expect(flood.waiting <= 1 << 20)
    }

    @Test("a command and what it started end with the input, and see none of the server's secrets")
    func ends() async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/downbeat-exec-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        setenv("DOWNBEAT_READER_TEST", "secret", 1)
        defer { unsetenv("DOWNBEAT_READER_TEST") }
        var reader: ProgramReader? = ProgramReader(
            shell: "env >\(folder)/env; cat </dev/zero >/dev/null & echo $! >\(folder)/id; printf x; wait", clock)
        #expect(try await bytes(#require(reader), 1) == Array("x".utf8))
        let id = try #require(pid_t(String(contentsOfFile: folder + "/id", encoding: .utf8).trimmingCharacters(in: .newlines)))
        let environment = try String(contentsOfFile: folder + "/env", encoding: .utf8)
        #expect(!environment.contains("DOWNBEAT_READER_TEST") && environment.contains("PATH="))
        #expect(kill(id, 0) == 0)
        reader = nil
        // A zombie of the other's parent counts as ended.
        try await eventually("its end") {
            let state = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
            return state.map { $0.contains(") Z") } ?? true
        }
    }

    @Test("a port hears one sender at a time, and the next when that has ended or is silent for a while")
    func port() async throws {
        let reader = PortReader(0, clock)
        let port = try #require(reader.taken)
        #expect(reader.read(9) == .noWriter)
        let first = Socket(owning: try Socket.dial("127.0.0.1", port))
        #expect(Descriptor.write(Array("one".utf8), to: first.raw) == nil)
        #expect(try await bytes(reader, 3) == Array("one".utf8))
        // Another is turned away.
        let second = Socket(owning: try Socket.dial("::1", port))
        try await eventually("it is turned away") {
            _ = reader.read(9)
            var byte: UInt8 = 0
            return recv(second.raw, &byte, 1, 0) == 0
        }
        clock.advance(by: .seconds(6))
        let third = Socket(owning: try Socket.dial("localhost", port))
        #expect(Descriptor.write(Array("three".utf8), to: third.raw) == nil)
        #expect(try await bytes(reader, 5) == Array("three".utf8))
        shutdown(third.raw, Int32(SHUT_WR))
        try await end(reader)
        let taken = PortReader(port, clock)
        #expect(taken.taken == nil && taken.trouble?.hasPrefix("port \(port) cannot be used") == true)
    }

    @Test("another machine's port is dialled again when the connection ends, and why it does not answer is told")
    func dial() async throws {
        let listener = try Socket(listeningOn: 0)
        let reader = DialReader("127.0.0.1", listener.port, clock)
        for text in ["one", "two"] {
            var sender: Socket?
            try await eventually("it dials") {
                _ = reader.read(1)
                sender = listener.accept()
                return sender != nil
            }
            #expect(Descriptor.write(Array(text.utf8), to: try #require(sender).raw) == nil)
            #expect(try await bytes(reader, 3) == Array(text.utf8))
            sender = nil
            try await end(reader)
            #expect(reader.trouble == "127.0.0.1 port \(listener.port): the connection ended")
            clock.advance(by: .seconds(2))
        }
        let nobody = DialReader("127.0.0.1", 1, clock)
        try await eventually("it is refused") {
            _ = nobody.read(9)
            return nobody.trouble != nil
        }
        #expect(nobody.trouble?.hasPrefix("127.0.0.1 port 1: ") == true)
    }
}
