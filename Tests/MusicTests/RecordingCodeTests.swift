import Music
import Testing

@Suite("Codes of recordings")
struct RecordingCodeTests {
    private static let id = "b1a9c0e9-d987-4042-ae91-78d6a3267d69"

    @Test(
        "an ISRC is read in any case, with hyphens and among others",
        arguments: ["USRC17607839", "us-rc1-76-07839", "US RC1 76 07839", "nonsense;USRC17607839", "USRC17607839/GBAYE0601498"])
    func isrc(text: String) {
        #expect(RecordingCode.isrc(text) == "USRC17607839")
        #expect(RecordingCode.musicBrainz(text) == nil)
    }

    @Test("an id of MusicBrainz is a UUID", arguments: [id, id.uppercased(), " \(id)\0", "\(id); \(id)"])
    func musicBrainz(text: String) {
        #expect(RecordingCode.musicBrainz(text) == Self.id)
        #expect(RecordingCode.isrc(text) == nil)
    }

    @Test(
        "what is neither gives nothing",
        arguments: [
            "", "1", "USRC1760783", "USRC176078390", "1SRC17607839", "USRC1760783X", "ÜSRC17607839",
            "b1a9c0e9d9874042ae9178d6a3267d69",
            "b1a9c0e9-d987-4042-ae91-78d6a3267d6g", "b1a9c0e9-d987-4042-ae91-78d6a3267d69-", "Adobe Audition 3.0",
            "0f3a5c7e9b1d2f4a6c8e0a2c4e6a8c0e",
        ])
    func neither(text: String) {
        #expect(RecordingCode.isrc(text) == nil && RecordingCode.musicBrainz(text) == nil)
    }
}
