import Music
import Session
import System
import Testing
import Waiting
import Yardstick

@testable import Live

@Suite("A Snapcast server as a live source")
final class SnapReaderTests {
    private let clock = HandClock()
    private let begun: UInt64
    private let listener: Socket
    private let reader: SnapReader
    private var heard: [Float] = []
    private var isGiven = false

    init() throws {
        listener = try Socket(listeningOn: 0)
        begun = clock.now
        reader = SnapReader("127.0.0.1", listener.port, name: "music", offset: .zero, clock) { () throws(DecoderLack) in
            throw DecoderLack("no decoder")
        }
        reader.begin(heardFrom: ServerTime(microseconds: Int64(begun)).later(SnapReader.delay))
    }

    /// Asks for what was not heard yet, up to now.
    private func hear() {
        let sound = reader.sound(heard.count..<max(heard.count, Int(clock.now - begun) * 6 / 125))
        heard += sound.left
        isGiven = sound.isGiven
    }

    /// The reader's connection, once it has said hello.
    private func connection() async throws -> Socket {
        var server: Socket?
        try await eventually("it dials") {
            hear()
            server = server ?? listener.accept()
            return server.map { Reading.waiting(in: $0.raw) > 60 } ?? false
        }
        return try #require(server)
    }

    private func say(_ bytes: [UInt8], _ server: Socket) { #expect(Descriptor.write(bytes, to: server.raw) == nil) }

    /// Begins to serve PCM; the server's clock is an hour ahead.
    private func begin(_ server: Socket, buffer: Int = 1_000) async throws {
        say(SnapBytes.settings(buffer: buffer, latency: 0) + SnapBytes.codec("pcm", SnapBytes.wave), server)
        say(SnapBytes.time(there: hour, sent: Int64(clock.now) + hour), server)
        try await eventually("its time") {
            hear()
            return reader.known.time.ahead == Double(hour)
        }
    }

    private var hour: Int64 { 3_600_000_000 }

    /// 20 ms of a loud tone that the server stamps as read at a moment of our clock.
    private func chunk(at moment: UInt64) -> [UInt8] {
        SnapBytes.chunk(
            Int64(moment) + hour, (0..<960).flatMap { index in index % 48 < 24 ? [0, 64, 0, 64] : [0, 192, 0, 192] as [UInt8] })
    }

    @Test("its sound is where it is heard by its own loudspeakers", arguments: [300, 1_000, 2_500])
    func places(buffer: Int) async throws {
        let server = try await connection()
        try await begin(server, buffer: buffer)
        clock.advance(by: .milliseconds(1_500))
        let due = (1_500 + buffer - 1_000) * 48
        for number in 1...150 {
            say(chunk(at: clock.now), server)
            clock.advance(by: .milliseconds(20))
            // But for what the next chunk completes.
            let known = min(due + number * 960, (1_500 + number * 20) * 48) - 100
            try await eventually("chunk \(number)") {
                hear()
                return heard.count >= known
            }
        }
        let first = try #require(heard.firstIndex { abs($0) > 0.25 })
        #expect(abs(first - due) <= 2 && isGiven)
    }

    @Test("sound that waits moves with the server's buffer")
    func settings() async throws {
        let server = try await connection()
        try await begin(server, buffer: 2_000)
        for number in 0..<50 { say(chunk(at: clock.now + UInt64(number) * 20_000), server) }
        say(SnapBytes.settings(buffer: 1_500, latency: 100), server)
        try await eventually("both") {
            hear()
            return reader.known.settings.latency == 100
        }
        clock.advance(by: .seconds(1))
        hear()
        let first = try #require(heard.firstIndex { abs($0) > 0.25 })
        #expect(abs(first - 400 * 48) <= 2)
    }

    @Test("a server that ends is dialled again, and one that is silent is told")
    func ends() async throws {
        var server: Socket? = try await connection()
        try await begin(try #require(server))
        say(chunk(at: clock.now), try #require(server))
        try await eventually("sound") {
            hear()
            return isGiven
        }
        clock.advance(by: .seconds(2))
        hear()
        #expect(!isGiven && reader.trouble == "the server sends no sound: nothing plays there")
        server = nil
        try await eventually("the end") {
            hear()
            return reader.trouble == "127.0.0.1 port \(listener.port): the server ended the connection"
        }
        clock.advance(by: .seconds(1))
        let next = try await connection()
        try await begin(next)
        say(chunk(at: clock.now), next)
        try await eventually("sound again") {
            hear()
            return isGiven && reader.trouble == nil
        }
        clock.advance(by: .seconds(11))
        try await eventually("its silence") {
            hear()
            return reader.trouble == "127.0.0.1 port \(listener.port): the server does not answer"
        }
    }

    @Test(
        "a server that lies is left, and why is told",
        arguments: [
            (
                SnapBytes.head(2, size: 0x7000_0000),
                "what answers is no Snapcast server: it announces a message 2 of 1879048192 bytes"
            ),
            (Array("HTTP/1.1 400 Bad Request\r\nServer: a\r\n\r\n".utf8), "what answers is no Snapcast server"),
            (
                SnapBytes.codec("vorbis", [1]),
                "the server sends vorbis, which is not understood: give its source codec=flac, codec=opus or codec=pcm"
            ),
            (SnapBytes.codec("pcm", [1]), "the server sends PCM without a head"),
            (SnapBytes.codec("flac", [1]), "the server sends flac without a head"),
            (
                SnapBytes.settings(buffer: -5, latency: 0),
                "the server states a buffer of -5 ms and a latency of 0 ms, which is impossible"
            ),
            (SnapBytes.chunk(5, [1, 2, 3, 4]), "the server dates its sound far from now"),
        ])
    func lies(bytes: [UInt8], trouble: String) async throws {
        let server = try await connection()
        say(SnapBytes.time(there: hour, sent: Int64(clock.now) + hour) + bytes, server)
        try await eventually(trouble) {
            hear()
            return reader.trouble?.hasPrefix("127.0.0.1 port \(listener.port): \(trouble)") == true
        }
    }
}
