import Music

/// The clicks of a metronome as versions before the log kept them. Changes that were announced are at positions of the clicks before.
struct OlderClick: Decodable {
    private struct Train: Decodable {
        let rhythm: Rhythm
        let kit: String
        let pulse: Int
        let bar: Int
        let step: Int?
    }

    private struct Change: Decodable {
        let train: Train
        let position: Int64
    }

    private static let mostChanges = 100
    private static let counts = 0...(1 << 40)

    private let running: Train
    private let coming: [Change]

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: CodingKeys.self)
        running = try object.decode(Train.self, forKey: .running)
        coming = try object.decode([Change].self, forKey: .coming)
        let trains = [running] + coming.map(\.train)
        let isWithinBounds =
            coming.count <= Self.mostChanges && coming.allSatisfy { MediaTime(checking: $0.position) != nil }
            && trains.allSatisfy { train in
                KitName.isValid(train.kit) && Self.counts.contains(train.pulse) && Self.counts.contains(train.bar)
                    && train.step.map(Self.counts.contains) ?? true
            }
        guard isWithinBounds else { throw StoredRoomProblem(description: "its metronome is out of bounds") }
    }

    private enum CodingKeys: String, CodingKey { case running, coming }

    var train: ClickTrain { Self.train(running) }

    /// The clicks on a timeline of theirs.
    func run(on timeline: Timeline) -> ClickRun {
        var click = ClickRun(train, timeline, from: timeline.anchorTime)
        click.changes = coming.compactMap { change in
            timeline.due(of: MediaTime(microseconds: change.position)).map {
                ClickRun.Change(train: Self.train(change.train), at: $0)
            }
        }
        return click
    }

    private static func train(_ train: Train) -> ClickTrain {
        ClickTrain(train.rhythm, kit: train.kit, firstPulse: train.pulse, firstBar: train.bar, pulsesToStep: train.step)
    }
}
