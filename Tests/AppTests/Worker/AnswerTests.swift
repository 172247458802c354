import Foundation
import Testing

/// `Tests/Fuzzing/answers` runs the same with more cases and other seeds.
@Suite("Hostile worker answers") struct AnswerTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let cases = environment["ANSWER_CASES"].flatMap { Int($0) } ?? 2000
    private static let seed = environment["ANSWER_SEED"].flatMap { UInt64($0) } ?? 1

    @Test("an altered answer about a file is refused, or is one that a worker could write")
    func looks() {
        var campaign = AnswerCampaign(seed: Self.seed)
        for number in 0..<Self.cases { campaign.look(number) }
        #expect(campaign.findings == [], "seed \(Self.seed)")
        #expect(campaign.taken["look"] ?? 0 > Self.cases / 20)
    }

    @Test("reports are parsed the same at any split")
    func reports() {
        var campaign = AnswerCampaign(seed: Self.seed)
        for number in 0..<Self.cases { campaign.report(number) }
        #expect(campaign.findings == [], "seed \(Self.seed)")
        #expect(campaign.taken["report"] ?? 0 > Self.cases / 20)
    }

    @Test("an altered analysis file is refused, or can be played, drawn, corrected and sent")
    func analyses() async throws {
        let folder = try TemporaryFolder()
        let sound = try folder.write(ClickTrack(seconds: 4).wave, to: "music.wav")
        let data = folder.path + "/data"
        for words in [["scan", folder.path], ["analyze", "--all"]] {
            let ended = try await Downbeat.run(["library"] + words + ["--data", data])
            #expect(ended.ending == .code(0), "\(sound): \(ended.err)")
        }
        let files = FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? []
        let name = try #require(files.first { $0.hasSuffix(".downbeat") }, "\(files)")
        let file = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(data)/\(name)")))
        var campaign = AnswerCampaign(seed: Self.seed)
        let count = Self.cases / 10
        for number in 0..<count { try campaign.analysis(number, file) }
        #expect(campaign.findings == [], "seed \(Self.seed)")
        #expect(campaign.taken["analysis"] ?? 0 > count / 20)
    }
}
