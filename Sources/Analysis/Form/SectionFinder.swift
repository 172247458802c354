import Glibc
import Music

/// Divides a song into sections that begin with bars, and says what they are. `Tests/Training/form.py` learns the weights.
///
/// A line through what changes at a bar says how likely a section begins there. Of all divisions, the likeliest counts, where sections
/// of four and eight bars are more likely than others.
struct SectionFinder {
    /// Shorter music has no form.
    private static let fewestBars = 8
    /// A border costs less than nothing: what tells one is unlikely without it.
    private static let bias: Float = -2.5
    /// No section begins at a bar with a lower score, or music that stays the same would have some.
    private static let leastScore: Float = -1.5
    /// What it costs if a section is not of four or eight bars, or shorter than four. Half of it counts for the first one and the last
    /// one, which the track may cut.
    private static let (four, eight) = (4, 8)
    private static let (noFour, noEight, short): (Float, Float, Float) = (2, 0.5, 0.5)
    /// In seconds; in less, nobody hears a part of a song.
    private static let shortest = 3.0
    /// Below this likelihood of its label, a section is a plain part.
    private static let labelFloor: Float = 0.5
    private static let labels: [SongSection.Label] = [.part, .intro, .build, .drop, .break, .outro]

    private let border: NetworkLayer
    private let label: NetworkLayer

    init() {
        let layers = WeightsFile.embedded(.form).layers
        precondition(layers.count == 2 && layers[1].outputs == Self.labels.count, "there are weights for borders and labels")
        (border, label) = (layers[0], layers[1])
    }

    /// The sections of a track, the first from its start; none without bars, and none if it all sounds the same.
    func sections(of course: BandCourse, grid: BeatGrid, duration: MediaTime) -> [SongSection] {
        let downbeats = grid.downbeats.filter { $0 >= .zero && $0 < duration }
        guard downbeats.count >= Self.fewestBars, course.rowCount > 0 else { return [] }
        let edges = downbeats.map(\.seconds)
        let bars = zip(edges, edges.dropFirst()).map { $1 - $0 }.sorted()
        let end = min(duration.seconds, edges[edges.count - 1] + bars[bars.count / 2])
        let sounds = BarSounds(course, between: edges + [end])
        let scores = sounds.changes.map { border.sums(of: $0, count: 1)[0] }
        let starts = Self.starts(scores, edges: [0] + edges.dropFirst() + [duration.seconds])
        guard starts.count > 1 else { return [] }
        let labels = Self.labels(sounds.portraits(of: starts).map { Array(label.sums(of: $0, count: 1)[..<label.outputs]) })
        return zip(starts, labels).map { bar, label in
            bar == 0
                ? SongSection(start: .zero, label: label, confidence: 1)
                : SongSection(start: downbeats[bar], label: label, confidence: 1 / (1 + exp(-scores[bar])))
        }
    }

    /// The first bars of the likeliest sections, for how likely a section begins with each bar. The edges are the times between bars, with
    /// those of the start and the end of the track.
    static func starts(_ scores: [Float], edges: [Double]) -> [Int] {
        precondition(edges.count == scores.count + 1, "a bar has two edges")
        guard !scores.isEmpty else { return [] }
        let borders = scores.indices.filter { $0 == 0 || scores[$0] >= leastScore } + [scores.count]
        var best = [Float](repeating: -.infinity, count: borders.count)
        var before = [Int](repeating: 0, count: borders.count)
        best[0] = 0
        func isLong(from first: Int, to last: Int) -> Bool { edges[borders[last]] - edges[borders[first]] >= shortest }
        // What a section costs depends on its length in eights. So of the borders four and more bars back, only the best of each place in
        // eight bars can win, and that at the start.
        var far = [Int?](repeating: nil, count: eight)
        var near = 1
        for last in borders.indices.dropFirst() {
            while near < last, borders[last] - borders[near] >= four, isLong(from: near, to: last) {
                let place = borders[near] % eight
                if far[place].map({ best[near] > best[$0] }) ?? true { far[place] = near }
                near += 1
            }
            let isLast = last == borders.count - 1
            for first in [0] + far.compactMap({ $0 }).sorted() + (near..<last) where isLong(from: first, to: last) {
                let length = borders[last] - borders[first]
                var cost: Float = 0
                if length % four != 0 { cost += noFour }
                if length % eight != 0 { cost += noEight }
                if length < four { cost += short }
                if first == 0 || isLast { cost /= 2 }
                let score = best[first] - cost + (isLast ? 0 : scores[borders[last]] - bias)
                if score > best[last] { (best[last], before[last]) = (score, first) }
            }
        }
        var starts: [Int] = []
        var last = borders.count - 1
        while last > 0 {
            last = before[last]
            starts.append(borders[last])
        }
        return starts.reversed()
    }

    /// The likeliest labels, in an order that makes sense: an intro begins the song and an outro ends it, and a drop follows a build or a
    /// break.
    static func labels(_ scores: [[Float]]) -> [SongSection.Label] {
        var found = scores.map(likeliest(_:))
        for index in found.indices {
            let before: SongSection.Label = index == 0 ? .intro : found[index - 1]
            if found[index] == .intro, before != .intro { found[index] = .part }
            if found[index] == .drop, ![.build, .drop, .break].contains(before) { found[index] = .part }
        }
        for index in found.indices.dropLast().reversed() where found[index] == .outro && found[index + 1] != .outro {
            found[index] = .part
        }
        return found
    }

    private static func likeliest(_ scores: [Float]) -> SongSection.Label {
        let best = scores.indices.max { scores[$0] < scores[$1] } ?? 0
        let powers = scores.map { exp($0 - scores[best]) }
        return 1 / powers.reduce(0, +) >= labelFloor ? labels[best] : .part
    }
}
