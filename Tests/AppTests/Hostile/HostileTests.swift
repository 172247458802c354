import Testing

@Suite("Hostile files") struct HostileTests {
    /// The first cases of the campaign that `Tests/Fuzzing/hostile` runs at length.
    private static let seed: UInt64 = 1
    private static let count = 52

    @Test("each has a result or one error line, and the program ends in order", .needs(.ffmpeg))
    func mutated() async throws {
        let folder = try TemporaryFolder()
        let campaign = try await Self.campaign(folder)
        let files = try (0..<Self.count).map { try campaign.writeCase($0, in: folder.path) }
        let outcome = try await campaign.run(files)
        #expect(outcome.findings == [], "seed \(Self.seed)")
        let ends = outcome.endings.values.reduce(0, +)
        #expect(ends == Self.count)
        // Many corrupted files can still be decoded in part.
        let results = outcome.endings["a result"] ?? 0
        #expect(results > Self.count / 5)
    }

    @Test("so do other things with the names of music files", .needs(.ffmpeg))
    func oddities() async throws {
        let folder = try TemporaryFolder()
        let campaign = try await Self.campaign(folder)
        let files = try HostileOddities.make(in: folder.path, sound: campaign.sounds[0])
        let outcome = try await campaign.run(files)
        #expect(outcome.findings == [])
    }

    private static func campaign(_ folder: TemporaryFolder) async throws -> HostileCampaign {
        let sounds = try await HostileSounds.encode(with: Tool.ffmpeg.found(), in: folder.path)
        return HostileCampaign(program: try Downbeat.program, sounds: sounds, seed: seed)
    }
}
