import Catalog
import Foundation
import Music
import Text

/// What Spotify called the audio features of a track, from our own analysis. What is not measured is null.
struct AudioFeatures: Encodable {
    /// The loudness in LUFS that counts as no energy, and as all of it.
    private static let loudnesses = -35.0 ... -5.0
    /// The tempo to which most people dance, and the octaves by which others do.
    private static let danced = 120.0
    private static let octaves = 0.5
    /// A beat counts as steady if it is off by no more than this part of a beat.
    private static let steadily = 0.04

    let track: Track
    let profile: Profile
    /// As corrected by people; nil where the analysis is not at hand.
    let grid: BeatGrid?
    /// The address of the API, such as `/v1`.
    let base: String

    private enum Key: String, CodingKey {
        case danceability, energy, key, loudness, mode, speechiness, acousticness, instrumentalness, liveness, valence, tempo, type,
            id
        case uri
        case trackHref = "track_href"
        case analysisURL = "analysis_url"
        case duration = "duration_ms"
        case timeSignature = "time_signature"
    }

    private var tempo: Double? { grid.map(\.tempo) ?? profile.tempo }
    private var meter: Int? {
        let meter = grid?.meter ?? profile.meter
        return tempo != nil && meter > 0 ? meter : nil
    }

    /// How loud it is: 0 at -35 LUFS, 1 at -5 LUFS.
    private var energy: Double? {
        profile.loudness.integrated.map { loudness in
            let part = (loudness - Self.loudnesses.lowerBound) / (Self.loudnesses.upperBound - Self.loudnesses.lowerBound)
            return min(max(part, 0), 1)
        }
    }

    /// How sure the beat is, times the share of its beats that are steady, times how near the tempo is to 120.
    private var danceability: Double? {
        guard let grid, let tempo else { return nil }
        let away = log2(tempo / Self.danced) / Self.octaves
        return Double(grid.confidence) * grid.steadiness(within: Self.steadily) * exp(-away * away / 2)
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        func encodeNulls(_ keys: Key...) throws { for key in keys { try object.encodeNil(forKey: key) } }
        try object.encode(danceability.map { rounded($0, to: 3) }, forKey: .danceability)
        try object.encode(energy.map { rounded($0, to: 3) }, forKey: .energy)
        try object.encode(profile.loudness.integrated.map { rounded($0, to: 3) }, forKey: .loudness)
        try object.encode(tempo.map { rounded($0, to: 3) }, forKey: .tempo)
        try object.encode(meter, forKey: .timeSignature)
        try object.encode(profile.key?.key.tonic, forKey: .key)
        try object.encode((profile.key?.key).map { $0.isMinor ? 0 : 1 }, forKey: .mode)
        try object.encode(Int(exactly: (profile.duration * 1000).rounded()) ?? 0, forKey: .duration)
        try encodeNulls(.speechiness, .acousticness, .instrumentalness, .liveness, .valence)
        try object.encode("\(track.identity)", forKey: .id)
        try object.encode("audio_features", forKey: .type)
        try object.encode("downbeat:track:\(track.identity)", forKey: .uri)
        try object.encode("/api/v1/tracks/\(track.id)", forKey: .trackHref)
        try object.encode("\(base)/audio-analysis/\(track.identity)", forKey: .analysisURL)
    }
}

extension BeatGrid {
    /// The share of intervals that differ from the one before by no more than a part of a beat; 0 with fewer than three beats.
    fileprivate func steadiness(within part: Double) -> Double {
        let intervals = zip(beats, beats.dropFirst()).map { ($1.time - $0.time).seconds }
        guard intervals.count > 1 else { return 0 }
        let steady = zip(intervals, intervals.dropFirst()).count { abs($1 - $0) <= part * $0 }
        return Double(steady) / Double(intervals.count - 1)
    }
}
