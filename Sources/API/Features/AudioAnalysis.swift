import Catalog
import Foundation
import Music
import System
import Text

/// What Spotify called the audio analysis of a track, from our own grid and frames. What is not measured is null.
struct AudioAnalysis: Encodable {
    /// A stretch of time.
    private struct Span: Encodable {
        let start: Double
        let duration: Double
        let confidence: Double

        private enum Key: CodingKey { case start, duration, confidence }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(rounded(start, to: 5), forKey: .start)
            try object.encode(rounded(duration, to: 5), forKey: .duration)
            try object.encode(rounded(confidence, to: 3), forKey: .confidence)
        }
    }

    /// Parts of a beat that are listed: halves, in any music.
    private static let tatumsPerBeat = 2

    private let analysis: TrackAnalysis
    private let grid: BeatGrid
    private let course: SoundCourse

    /// Reads all frames: not for a thread that must not block.
    init(_ analysis: TrackAnalysis, grid: BeatGrid) {
        self.analysis = analysis
        self.grid = grid
        course = SoundCourse(analysis)
    }

    private enum Key: CodingKey { case meta, track, bars, beats, tatums, sections, segments }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        try encodeMeta(object.nestedContainer(keyedBy: Name.self, forKey: .meta))
        try encodeTrack(object.nestedContainer(keyedBy: Name.self, forKey: .track))
        let end = analysis.duration.seconds
        let beats = grid.beats.map(\.time.seconds)
        let lasting = Self.spans(beats, end: end, last: grid.tempo.map { 60 / $0 }, Double(grid.confidence))
        let bar = grid.tempo.map { 60 / $0 * Double(max(grid.meter, 1)) }
        try object.encode(Self.spans(grid.downbeats.map(\.seconds), end: end, last: bar, Double(grid.confidence)), forKey: .bars)
        try object.encode(lasting, forKey: .beats)
        try object.encode(lasting.flatMap(Self.tatums), forKey: .tatums)
        var list = object.nestedUnkeyedContainer(forKey: .sections)
        for section in sections { try encode(section.start, section.end, section.found, list.nestedContainer(keyedBy: Name.self)) }
        list = object.nestedUnkeyedContainer(forKey: .segments)
        for segment in course.segments { try encode(segment, list.nestedContainer(keyedBy: Name.self)) }
    }

    /// Each from its start to the next one's; the last as long as usual, but not beyond the end.
    private static func spans(_ starts: [Double], end: Double, last: Double?, _ confidence: Double) -> [Span] {
        zip(starts, starts.dropFirst().map(\.self) + [min(end, (starts.last ?? 0) + (last ?? 0))]).map { start, next in
            Span(start: start, duration: max(0, next - start), confidence: confidence)
        }
    }

    private static func tatums(_ beat: Span) -> [Span] {
        (0..<tatumsPerBeat).map { part in
            let duration = beat.duration / Double(tatumsPerBeat)
            return Span(start: beat.start + Double(part) * duration, duration: duration, confidence: beat.confidence)
        }
    }

    private func encodeMeta(_ object: KeyedEncodingContainer<Name>) throws {
        var object = object
        try object.encode("downbeat \(ProgramVersion.text), analyzer \(analysis.analyzer)", forKey: "analyzer_version")
        try object.encode("Linux", forKey: "platform")
        try object.encode("OK", forKey: "detailed_status")
        try object.encode(0, forKey: "status_code")
        for name in ["timestamp", "analysis_time", "input_process"] as [Name] { try object.encodeNil(forKey: name) }
    }

    private func encodeTrack(_ object: KeyedEncodingContainer<Name>) throws {
        var object = object
        try object.encode(analysis.sampleCount, forKey: "num_samples")
        try object.encode(rounded(analysis.duration.seconds, to: 5), forKey: "duration")
        try object.encode(0, forKey: "offset_seconds")
        try object.encode(0, forKey: "window_seconds")
        try object.encode(analysis.sampleRate, forKey: "analysis_sample_rate")
        try object.encode(analysis.channels, forKey: "analysis_channels")
        try object.encode(rounded(analysis.sound?.start.seconds ?? 0, to: 5), forKey: "end_of_fade_in")
        try object.encode(rounded((analysis.sound?.end ?? analysis.duration).seconds, to: 5), forKey: "start_of_fade_out")
        try object.encode(analysis.loudness.integrated.map { rounded($0, to: 3) }, forKey: "loudness")
        try encodeMusic(grid.tempo, analysis.key, &object)
    }

    /// Tempo, metre and key, as tracks and sections have them.
    private func encodeMusic(_ tempo: Double?, _ key: KeyReading?, _ object: inout KeyedEncodingContainer<Name>) throws {
        let confidence = tempo == nil ? 0 : rounded(Double(grid.confidence), to: 3)
        try object.encode(tempo.map { rounded($0, to: 3) }, forKey: "tempo")
        try object.encode(confidence, forKey: "tempo_confidence")
        try object.encode(tempo != nil && grid.meter > 0 ? grid.meter : nil, forKey: "time_signature")
        try object.encode(confidence, forKey: "time_signature_confidence")
        try object.encode(key?.key.tonic, forKey: "key")
        try object.encode((key?.key).map { $0.isMinor ? 0 : 1 }, forKey: "mode")
        for name in ["key_confidence", "mode_confidence"] as [Name] {
            try object.encode(rounded(Double(key?.confidence ?? 0), to: 3), forKey: name)
        }
    }

    /// The sections with their ends; the whole track is one where none were found.
    private var sections: [(start: MediaTime, end: MediaTime, found: SongSection)] {
        let whole = SongSection(start: .zero, label: .part, confidence: 1)
        let found = analysis.sections.isEmpty ? [whole] : analysis.sections
        return zip(found, found.dropFirst().map(\.start) + [analysis.duration]).map { ($0.start, max($0.start, $1), $0) }
    }

    private func encode(
        _ start: MediaTime, _ end: MediaTime, _ found: SongSection, _ object: KeyedEncodingContainer<Name>
    ) throws {
        var object = object
        let frames = Self.frame(start)..<max(Self.frame(end), Self.frame(start))
        let inside = grid.beats.filter { $0.time >= start && $0.time < end }.map(\.time.seconds)
        let tempo = inside.count > 1 ? 60 * Double(inside.count - 1) / (inside[inside.count - 1] - inside[0]) : nil
        try object.encode(rounded(start.seconds, to: 5), forKey: "start")
        try object.encode(rounded((end - start).seconds, to: 5), forKey: "duration")
        try object.encode(rounded(Double(found.confidence), to: 3), forKey: "confidence")
        try object.encode(found.label.name, forKey: "label")
        try object.encode(rounded(course.meanLevel(frames), to: 3), forKey: "loudness")
        try encodeMusic(tempo, nil, &object)
    }

    private func encode(_ segment: SoundCourse.Segment, _ object: KeyedEncodingContainer<Name>) throws {
        var object = object
        func seconds(_ frame: Int) -> Double { min(SpectrumFrame.time(of: frame), analysis.duration).seconds }
        let start = seconds(segment.range.lowerBound)
        try object.encode(rounded(start, to: 5), forKey: "start")
        try object.encode(rounded(seconds(segment.range.upperBound) - start, to: 5), forKey: "duration")
        try object.encode(rounded(segment.confidence, to: 3), forKey: "confidence")
        try object.encode(rounded(course.level(segment.range.lowerBound), to: 3), forKey: "loudness_start")
        try object.encode(rounded(course.level(segment.peak), to: 3), forKey: "loudness_max")
        try object.encode(rounded(seconds(segment.peak) - start, to: 5), forKey: "loudness_max_time")
        try object.encode(rounded(course.level(segment.range.upperBound - 1), to: 3), forKey: "loudness_end")
        // Sixty-four bands over nine octaves do not tell twelve notes apart.
        for name in ["pitches", "timbre"] as [Name] { try object.encodeNil(forKey: name) }
    }

    private static func frame(_ time: MediaTime) -> Int {
        Int(time.microseconds * Int64(SpectrumFrame.perSecond) / 1_000_000)
    }
}

/// The name of a member.
private struct Name: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral value: String) {
        stringValue = value
    }

    init(stringValue: String) {
        self.stringValue = stringValue
    }

    init?(intValue: Int) { nil }
}
