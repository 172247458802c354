import Catalog
import Foundation
import Music
import Testing
import Yardstick

@testable import API
@testable import App

/// What is said of a track whose beats are in doubt.
struct DoubtTests {
    private func analysis(_ confidence: Float) throws -> TrackAnalysis {
        let beats = (0..<40).map { Beat(time: MediaTime(seconds: Double($0) * 0.212), position: UInt8($0 % 4 + 1)) }
        return try MadeAnalysis.track(seconds: 9, grid: BeatGrid(beats: beats, meter: 4, confidence: confidence), seed: 3)
    }

    private struct Report: Decodable {
        let bpm: Double?
        let bpmRange: [Double]?
        let meter: Int?
        let doubtful: Bool
        let confidence: Double
        let beats: [Double]
    }

    private struct Summary: Decodable {
        let bpm: Double?
        let meter: Int?
        let beats: Int
        let confidence: Double
    }

    @Test("beats in doubt have no tempo anywhere, and are none but where they are measured and corrected")
    func doubtful() throws {
        let analysis = try analysis(0.006)
        #expect(analysis.foundGrid.beats.count == 40 && analysis.grid().beats.isEmpty)
        let report = try JSONDecoder().decode(
            Report.self, from: Data(TrackReport(file: "a", analysis: analysis, seconds: 1).line().utf8))
        #expect(report.doubtful && report.bpm == nil && report.bpmRange == nil && report.meter == nil)
        #expect(report.beats.count == 40 && report.confidence == 0.006)
        let profile = Profile(of: analysis)
        #expect(profile.tempo == nil && profile.slowest == nil && profile.beats == 0)
        let summary = try JSONDecoder().decode(Summary.self, from: JSONEncoder().encode(ProfileJSON(profile)))
        #expect(summary.bpm == nil && summary.meter == nil && summary.beats == 0 && summary.confidence == 0.006)
    }

    @Test("sure beats are told, and so are doubtful ones that people corrected")
    func sure() throws {
        #expect(try analysis(0.45).grid().beats.count == 40)
        let report = try JSONDecoder().decode(
            Report.self, from: Data(TrackReport(file: "a", analysis: analysis(0.45), seconds: 1).line().utf8))
        #expect(!report.doubtful && report.bpm != nil && report.meter == 4)
        #expect(try analysis(0.006).grid(GridCorrection(steps: [.half])).beats.count == 20)
        #expect(try analysis(0.006).grid(GridCorrection()).beats.isEmpty)
    }
}
