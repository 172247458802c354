import Waiting

@testable import Web

/// Reads the body of a streamed answer as the loop does that sends it.
final class StreamReader: Sendable {
    private let stream: BodyStream
    private let woken: AsyncStream<Void>

    init(_ stream: BodyStream) {
        let (woken, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        (self.stream, self.woken) = (stream, woken)
        stream.attach { wake.yield() }
    }

    deinit {
        stream.end()
    }

    /// The bytes that came since the last call, as soon as there are some; nil at the end.
    func next() async -> [UInt8]? {
        while true {
            let batch = stream.take()
            if batch.count > 0 {
                stream.delivered()
                return Array(batch.pieces.joined())
            }
            if batch.isLast || Task.isCancelled { return nil }
            for await _ in woken { break }
        }
    }

    /// Reads up to a text, and returns all that came until then.
    @discardableResult
    func wait(for text: String) async throws -> String {
        try await wait("an event with \(text)") { $0.contains(text) }
    }

    func wait(_ what: String, until isThere: (String) -> Bool) async throws -> String {
        var heard = ""
        while !isThere(heard) {
            guard let piece = await next() else { throw NeverHappened("\(what): \(heard)") }
            heard += String(decoding: piece, as: UTF8.self)
        }
        return heard
    }
}
