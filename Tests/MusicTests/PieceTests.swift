import Music
import Testing

@Suite("What plays, by its source id")
struct PieceTests {
    @Test("a recording is found by its source id, and by no other text")
    func recordings() {
        var chance = SplitMix(seed: 4)
        for _ in 0..<200 {
            let piece = Piece.recording(ContentIdentity(high: chance.next(), low: chance.next()))
            #expect(Piece(sourceID: piece.sourceID) == piece)
            #expect(Piece(sourceID: piece.description) == nil && Piece(sourceID: piece.sourceID + "0") == nil)
            #expect(Piece(sourceID: piece.sourceID.uppercased()) == nil && Piece(sourceID: " " + piece.sourceID) == nil)
        }
    }

    @Test("other pieces have ids that tell them apart, and cannot be asked for by them")
    func others() throws {
        let radio = try #require(LiveSource("radio", start: 1_795_000_000_000_000))
        let ids = [Piece.click(ClickTrain(Rhythm(), kit: "wood")), .click(ClickTrain(Rhythm(), kit: "bell")), .live(radio)].map(
            \.sourceID)
        #expect(Set(ids).count == 3 && ids[2] == "live:radio@1795000000000000")
        for id in ids + ["", "recording:", "recording"] { #expect(Piece(sourceID: id) == nil) }
    }
}
