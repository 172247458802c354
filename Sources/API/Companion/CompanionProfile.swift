import Catalog
import Music
import Text

/// What a crossfade needs to know of one track. All members are always there; what is not known is null.
struct CompanionProfile: Encodable {
    /// How far the server is with a path.
    enum Status: String, Encodable {
        case ready, analyzing, failed, unknown
    }

    let path: String
    let status: Status
    var track: Track?
    var profile: Profile?
    /// Where people corrected the beats.
    var correctedGrid: BeatGrid?
    /// From 0 to 1, while it is analyzed.
    var progress: Double?
    /// Analyses that come first.
    var position: Int?
    var detail: String?

    private enum Key: String, CodingKey {
        case path = "relative_path"
        case status, track, bpm
        case confidence = "bpm_confidence"
        case meter = "beats_per_bar"
        case silenceStart = "silence_start"
        case silenceEnd = "silence_end"
        case lufs
        case truePeak = "true_peak"
        case duration, progress, position, detail
    }

    func encode(to encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Key.self)
        let tempo = correctedGrid.map(\.tempo) ?? profile?.tempo
        let meter = correctedGrid?.meter ?? profile?.meter ?? 0
        try object.encode(path, forKey: .path)
        try object.encode(status, forKey: .status)
        try object.encode(track?.id, forKey: .track)
        try object.encode(tempo.map { rounded($0, to: 3) }, forKey: .bpm)
        try object.encode(profile.map { rounded($0.confidence, to: 3) }, forKey: .confidence)
        try object.encode(tempo != nil && meter > 0 ? meter : nil, forKey: .meter)
        // In a track that is silent all through there is nothing to skip to.
        try object.encode(profile.map { rounded($0.soundStart ?? 0, to: 3) }, forKey: .silenceStart)
        try object.encode(profile.map { rounded($0.soundEnd ?? $0.duration, to: 3) }, forKey: .silenceEnd)
        try object.encode(profile?.loudness.integrated.map { rounded($0, to: 2) }, forKey: .lufs)
        try object.encode(profile?.loudness.truePeak.map { rounded($0, to: 2) }, forKey: .truePeak)
        try object.encode((profile?.duration ?? track?.duration).map { rounded($0, to: 3) }, forKey: .duration)
        try object.encode(progress.map { rounded($0, to: 3) }, forKey: .progress)
        try object.encode(position, forKey: .position)
        try object.encode(detail, forKey: .detail)
    }
}
