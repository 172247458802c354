import Foundation
import Music
import Testing

struct GridCorrectionTextTests {
    private let text = """
        {"steps":[{"do":"double"},{"do":"shift","milliseconds":-12.5},{"at":12.25,"do":"downbeat"},{"beats":3,"do":"meter"},\
        {"at":0.31,"bpm":124,"do":"tempo"},{"do":"half"},{"do":"taps","times":[0.5,1,1.5,2.25]}]}
        """

    private func read(_ text: String) throws -> GridCorrection {
        try JSONDecoder().decode(GridCorrection.self, from: Data(text.utf8))
    }

    @Test("written text is parsed to the same steps")
    func roundTrip() throws {
        let correction = try read(text)
        #expect(correction.steps.count == 7)
        #expect(correction.steps[4] == .tempo(bpm: 124, anchoredAt: MediaTime(seconds: 0.31)))
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        #expect(String(decoding: try encoder.encode(correction), as: UTF8.self) == text)
    }

    @Test("taps may come in any order")
    func order() throws {
        #expect(
            try read(#"{"steps":[{"do":"taps","times":[2,1,4,3]}]}"#)
                == GridCorrection(steps: [.taps([1, 2, 3, 4].map { MediaTime(seconds: $0) })]))
    }

    @Test(
        "invalid text is refused with a sentence",
        arguments: [
            (#"{"do":"sing"}"#, "a step is double, half, shift, downbeat, meter, tempo or taps, not \"sing\""),
            (#"{"do":"shift","milliseconds":2001}"#, "a shift is -2000 to 2000 milliseconds, not 2001.0"),
            (#"{"do":"tempo","bpm":500,"at":1}"#, "a tempo is 20 to 400 beats a minute, not 500.0"),
            (#"{"do":"tempo","bpm":100,"at":1e300}"#, "a time is 0 to 86400 seconds, not 1e+300"),
            (#"{"do":"downbeat","at":-1}"#, "a time is 0 to 86400 seconds, not -1.0"),
            (#"{"do":"meter","beats":17}"#, "a bar has 1 to 16 beats, not 17"),
            (#"{"do":"taps","times":[1,2,3]}"#, "4 to 2000 taps make a grid, not 3"),
            (#"{"do":"taps","times":[1,2,2,3]}"#, "no two taps have the same time"),
            (#"{"do":"taps","times":[1,1.01,1.02,1.03]}"#, "taps are 20 to 400 beats a minute"),
        ])
    func nonsense(step: String, sentence: String) throws {
        do {
            _ = try read(#"{"steps":[\#(step)]}"#)
            Issue.record("taken: \(step)")
        } catch DecodingError.dataCorrupted(let context) {
            #expect(context.debugDescription == sentence)
        }
    }

    @Test("too many steps are refused")
    func tooMany() {
        let steps = Array(repeating: #"{"do":"double"}"#, count: 65).joined(separator: ",")
        #expect(throws: DecodingError.self) { try read(#"{"steps":[\#(steps)]}"#) }
    }
}
