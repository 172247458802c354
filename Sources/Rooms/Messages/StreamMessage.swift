import Music
import Session
import Text
package import Web

/// One message of a stream: what it says, and encoded once for all sockets and event streams.
package struct StreamMessage: Sendable {
    package let stream: RoomStream
    package let news: RoomNews
    package let encoded: EncodedMessage

    init(_ stream: RoomStream, _ news: RoomNews, _ encoded: EncodedMessage) {
        (self.stream, self.news, self.encoded) = (stream, news, encoded)
    }

    init(_ stream: RoomStream, _ news: RoomNews, _ bytes: [UInt8]) {
        self.init(stream, news, stream.policy.isBinary ? EncodedMessage(binary: bytes) : EncodedMessage(text: bytes))
    }

    /// A message for one client, which is sent like a timeline.
    init(personal bytes: [UInt8]) {
        self.init(.timeline, .personal, bytes)
    }

    init(_ timeline: TimelineNews, sent: ServerTime) {
        self.init(.timeline, .timeline(timeline), JSON.bytes(TimelineMessage(timeline, sent: sent)))
    }

    init(_ state: StateMessage) {
        self.init(.state, .state(state), JSON.bytes(state))
    }

    init(_ sheet: QueueSheet) {
        self.init(.queue, .queue(sheet), sheet.message)
    }

    init(_ screens: ScreensMessage) {
        self.init(.screens, .screens(screens), JSON.bytes(screens))
    }

    init(_ party: PartyMessage) {
        self.init(.party, .party(party), JSON.bytes(party))
    }

    /// Nil if there is nothing but clicks, and they are not wanted.
    init?(_ chunk: SoundPart, hasClicks: Bool, sent: ServerTime) {
        let samples = hasClicks ? chunk.samples : chunk.music
        guard !samples.isEmpty else { return nil }
        self.init(
            .audio(hasClicks: hasClicks), .sound(chunk),
            AudioPacket.binary(samples.span, generation: chunk.generation, due: chunk.due, sent: sent))
    }
}
