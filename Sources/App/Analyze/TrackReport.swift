import API
import Foundation
import Music
import Text

/// The line of JSON that `downbeat analyze` prints for a file. Times are seconds from the first real sample.
struct TrackReport: Encodable {
    /// The name of the file as given.
    let file: String
    let analysis: TrackAnalysis
    /// The duration of the analysis.
    let seconds: Double

    private enum Key: String, CodingKey {
        case file, duration, sampleRate, channels, codec, container, damage
        case bpm, bpmRange, meter, confidence, barConfidence, doubtful, beats, downbeats, key, keyConfidence, sections
        case loudness, silence, colours, tags, seconds
    }

    /// A missing value is null, never left out: a script finds every key in every line.
    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        let grid = analysis.foundGrid
        let sure = analysis.grid()
        let tempo = sure.tempo
        try object.encode(file, forKey: .file)
        try object.encode(analysis.duration.seconds, forKey: .duration)
        try object.encode(analysis.sampleRate, forKey: .sampleRate)
        try object.encode(analysis.channels, forKey: .channels)
        try object.encode(analysis.description.codec, forKey: .codec)
        try object.encode(analysis.description.container, forKey: .container)
        try object.encode(analysis.description.damage, forKey: .damage)
        try object.encode(tempo.map { rounded($0, to: 3) }, forKey: .bpm)
        try object.encode(
            sure.tempoRange.map { [rounded($0.lowerBound, to: 3), rounded($0.upperBound, to: 3)] },
            forKey: .bpmRange)
        try object.encode(tempo == nil ? nil : sure.meter, forKey: .meter)
        try object.encode(rounded(Double(grid.confidence), to: 3), forKey: .confidence)
        try object.encode(rounded(Double(grid.barConfidence), to: 3), forKey: .barConfidence)
        try object.encode(grid.isDoubtful, forKey: .doubtful)
        try object.encode(grid.beats.map(\.time.seconds), forKey: .beats)
        try object.encode(grid.downbeats.map(\.seconds), forKey: .downbeats)
        try object.encode(analysis.key?.key.name, forKey: .key)
        try object.encode((analysis.key?.confidence).map { rounded(Double($0), to: 3) }, forKey: .keyConfidence)
        try object.encode(analysis.sections.map(SectionReport.init), forKey: .sections)
        try object.encode(LoudnessReport(loudness: analysis.loudness), forKey: .loudness)
        try object.encode(analysis.sound.map { ["start": $0.start.seconds, "end": $0.end.seconds] }, forKey: .silence)
        try object.encode(analysis.colours.map(\.hex), forKey: .colours)
        try object.encode(analysis.description.tags, forKey: .tags)
        try object.encode(rounded(seconds, to: 3), forKey: .seconds)
    }

    func line() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
}
