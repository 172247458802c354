import Testing

@testable import Library
@testable import Web

@Suite("Events of the library")
struct LibraryEventsTests {
    private func text(_ stream: BodyStream) -> String {
        String(decoding: stream.take().pieces.flatMap { $0 }, as: UTF8.self)
    }

    @Test("a listener first receives the retry time, then events by name, and empty heartbeats")
    func format() {
        let events = LibraryEvents()
        let listener = events.listen(isHost: true)
        #expect(text(listener) == "retry: 2000\n: listening\n\n")
        events.beat()
        #expect(text(listener) == ":\n\n")
        events.tell(.library(.playlist(7)))
        events.tell(.analysis(track: 3, .running(progress: 0.5)))
        events.tell(.analysis(track: 3, .failed("is \"silent\"\nand short")))
        #expect(
            text(listener) == """
                event: library
                data: {"change":"playlist","playlist":7}

                event: analysis
                data: {"track":3,"state":"running","progress":0.5}

                event: analysis
                data: {"track":3,"state":"failed","reason":"is \\"silent\\"\\u000aand short"}


                """)
    }

    @Test("a listener that disconnects is removed")
    func leaving() {
        let events = LibraryEvents()
        let listeners = (0..<3).map { _ in events.listen(isHost: false) }
        listeners[1].end()
        #expect(events.listenerCount == 2)
    }
}
