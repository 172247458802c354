import Music
import Session

/// Limits the forms of frames, beats, lyrics and cues that a room encodes: each costs as much as the first.
enum RoomForms {
    /// Most forms beside the usual ones: more than people think of.
    static let most = 32
    /// Most of them for one asker, so that others get theirs, too.
    static let mostOfOne = 8

    /// The most requested forms: always available beside the others, and the replacement for forms that are not granted.
    static let usual: Set<Feed.Key> = {
        let ahead = Timing.ahead(MediaTime(seconds: 2))
        let (binary, text) = (FrameForm(), FrameForm(isText: true))
        // The page shows the past, too.
        let page = Feed.Key(
            content: .frames(binary), timing: .ahead(MediaTime(seconds: 3)), back: MediaTime(seconds: 8))
        return [
            page, Feed.Key(content: .frames(binary), timing: ahead), Feed.Key(content: .frames(binary), timing: .live),
            Feed.Key(content: .frames(text), timing: ahead), Feed.Key(content: .frames(text), timing: .live),
            Feed.Key(content: .beats, timing: ahead), Feed.Key(content: .beats, timing: .live),
            Feed.Key(content: .lyrics, timing: ahead), Feed.Key(content: .lyrics, timing: .live),
            Feed.Key(content: .cues, timing: ahead), Feed.Key(content: .cues, timing: .live),
        ]
    }()

    /// The most similar of some forms, never in another format; nil if there is none.
    static func nearest(to key: Feed.Key, of keys: some Sequence<Feed.Key>) -> Feed.Key? {
        keys.compactMap { other in distance(key, other).map { (other, $0) } }.min { $0.1 < $1.1 }?.0
    }

    /// Nil if a client that asked for one form cannot use the other.
    private static func distance(_ one: Feed.Key, _ other: Feed.Key) -> Double? {
        let unlike: Double
        switch (one.content, other.content) {
        case (.beats, .beats), (.lyrics, .lyrics), (.cues, .cues): unlike = 0
        case (.frames(let form), .frames(let another)) where form.isText == another.isText:
            unlike = Double(abs(form.rate - another.rate) + abs(form.bands - another.bands))
        default: return nil
        }
        return unlike + distance(one.timing, other.timing) + abs((one.back - other.back).seconds)
    }

    private static func distance(_ one: Timing, _ other: Timing) -> Double {
        switch (one, other) {
        case (.live, .live): 0
        case (.ahead(let lead), .ahead(let another)): abs((lead - another).seconds)
        // A client without a synchronized clock cannot use frames that arrive early.
        default: 1000
        }
    }
}

extension Streams {
    /// The same streams, with the form of frames and beats that `form` returns for theirs.
    func granting(_ form: (Feed.Key) -> Feed.Key) -> Streams {
        var streams = self
        for key in feeds {
            let granted = form(key)
            guard granted != key else { continue }
            switch granted.content {
            case .beats: streams.beats = granted.timing
            case .lyrics: streams.lyrics = granted.timing
            case .cues: streams.cues = granted.timing
            case .frames(let form): streams.frames = FrameStream(form: form, timing: granted.timing, back: granted.back)
            }
        }
        return streams
    }
}
