package import Music

/// What the director wants of the picture over a whole piece: the same for all screens and for scripts.
package struct PicturePlan: Hashable, Sendable {
    /// A stretch with a picture of its own, up to the next one.
    package struct Act: Hashable, Sendable {
        package let from: MediaTime
        /// What the stretch is to the song.
        package let label: SongSection.Label
        /// Acts that sound alike have the same number, so that the picture of a chorus returns.
        package let theme: Int
        /// Which of the three colours leads, from 0.
        package let palette: Int
    }

    /// A moment at which everything opens: a drop, or the entry of something much fuller.
    package struct Hit: Hashable, Sendable {
        package let at: MediaTime
        /// 0...1.
        package let strength: Float
        /// How long it is felt.
        package let fade: MediaTime
    }

    /// What the picture should be like at a position; between two points it changes evenly.
    package struct Point: Hashable, Sendable {
        package let at: MediaTime
        package let direction: Direction
    }

    /// What kind of piece it is, for choosing a style for it.
    package struct Character: Hashable, Sendable {
        /// 0...1, from what floats to what drives.
        package let drive: Float
        /// 0...1, how much of it is bass, and how much treble.
        package let bass: Float
        package let treble: Float
        /// Nil if the key is not known.
        package let isMinor: Bool?
    }

    package let character: Character
    /// In order, the first from the start; never empty.
    package let acts: [Act]
    package let end: MediaTime
    package let hits: [Hit]
    /// In order, no two at the same position; never empty.
    package let points: [Point]
    /// The positions at which scripts are told what the picture is like: the beats, and every second where there is none for a while.
    package let cues: [MediaTime]
    /// Of a plan that grows with its sound: counts up; nil for one that is whole.
    package let edition: Int?

    package init(
        character: Character, acts: [Act], end: MediaTime, hits: [Hit], points: [Point], cues: [MediaTime], edition: Int? = nil
    ) {
        precondition(!acts.isEmpty && !points.isEmpty, "a plan has an act and a point")
        (self.character, self.acts, self.end, self.hits, self.points, self.cues) = (character, acts, end, hits, points, cues)
        self.edition = edition
    }

    /// How far a plan that grows is known; nil for one that is whole.
    var knownThrough: MediaTime? { edition == nil ? nil : points[points.count - 1].at }

    package func direction(at position: MediaTime) -> Direction {
        let next = points.firstIndex(after: position, \.at)
        guard next > 0 else { return points[0].direction }
        guard next < points.count else { return points[next - 1].direction }
        let (before, after) = (points[next - 1], points[next])
        let part = Float((position - before.at).microseconds) / Float((after.at - before.at).microseconds)
        return before.direction.mixed(with: after.direction, part)
    }

    /// The index of the act at a position.
    package func act(at position: MediaTime) -> Int { max(0, acts.firstIndex(after: position, \.from) - 1) }

    /// How strongly a hit is felt at a position, 0...1.
    package func hit(at position: MediaTime) -> Float {
        let next = hits.firstIndex(after: position, \.at)
        // Hits are further apart than they are felt.
        guard next > 0 else { return 0 }
        let hit = hits[next - 1]
        let age = Float((position - hit.at).microseconds) / Float(max(1, hit.fade.microseconds))
        return age < 1 ? hit.strength * (1 - age) * (1 - age) : 0
    }

    /// The first drop after a position.
    package func drop(after position: MediaTime) -> MediaTime? {
        acts[acts.firstIndex(after: position, \.from)...].first { $0.label == .drop }?.from
    }
}

/// How a picture should be drawn at a moment. All but the pace are 0...1.
package struct Direction: Hashable, Sendable {
    /// How full the music is.
    package var energy: Float
    /// Grows towards a drop.
    package var tension: Float
    /// 1 in a break, where the picture rests.
    package var breath: Float
    /// How near things are, how many they are, how bright.
    package var near: Float
    package var many: Float
    package var bright: Float
    /// How lively things move, about 1.
    package var pace: Float

    func mixed(with other: Direction, _ part: Float) -> Direction {
        func mix(_ path: KeyPath<Direction, Float>) -> Float {
            self[keyPath: path] + (other[keyPath: path] - self[keyPath: path]) * part
        }
        return Direction(
            energy: mix(\.energy), tension: mix(\.tension), breath: mix(\.breath), near: mix(\.near), many: mix(\.many),
            bright: mix(\.bright), pace: mix(\.pace))
    }
}

extension Array {
    /// The index of the first element whose position is after another; the elements are in order. Takes logarithmic time.
    func firstIndex(after position: MediaTime, _ at: (Element) -> MediaTime) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if at(self[middle]) <= position { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
