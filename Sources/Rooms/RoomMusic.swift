import Catalog
import Library
import Music
import Session
import Synchronization
import System
import Web
import Workers

/// What a room's pieces look like: fetched in good time, and kept as long as they may be shown.
struct RoomMusic {
    enum Part {
        case pending
        case ready(any Score, SoundFile)
        case failed
    }

    /// What came of fetching a score.
    enum Outcome: Sendable {
        case score(StoredScore, SoundFile)
        case failed(String)
    }

    /// More than may be shown within the horizon, as a rule; what is needed again is fetched again.
    private static let mostKept = 8

    private var parts: [Piece: Part] = [:]
    /// The pieces in the order in which they were needed last.
    private var order: [Piece] = []
    private var lastTicket = 0
    /// When what is here of a piece was asked for: an older answer may come later.
    private var tickets: [Piece: Int] = [:]

    func score(_ piece: Piece) -> (any Score)? {
        if case .ready(let score, _) = parts[piece] { score } else { nil }
    }

    /// The piece's sound, as loud as others if wished.
    func sound(_ piece: Piece, normalized: Bool) -> SoundFile? {
        guard case .ready(_, var file) = parts[piece] else { return nil }
        if !normalized { file.gain = 0 }
        return file
    }

    func part(_ piece: Piece) -> Part? { parts[piece] }

    /// Takes note that pieces are needed now or soon; returns those to be fetched, or again if that failed before.
    mutating func need(_ pieces: [Piece]) -> [Piece] {
        var missing: [Piece] = []
        for piece in pieces {
            order.removeAll { $0 == piece }
            order.append(piece)
            switch parts[piece] {
            case nil, .failed:
                parts[piece] = .pending
                missing.append(piece)
            case .ready(let score, _) where score.isDamaged:
                // Nothing is shown until it was made again.
                parts[piece] = .pending
                missing.append(piece)
            case .pending, .ready: break
            }
        }
        while order.count > max(Self.mostKept, pieces.count) {
            let gone = order.removeFirst()
            parts[gone] = nil
            tickets[gone] = nil
        }
        return missing
    }

    /// Takes what is known of a piece while it is analyzed; true for the first of it.
    mutating func take(_ growing: GrowingScore, _ sound: SoundFile, of piece: Piece) -> Bool {
        switch parts[piece] {
        case .pending:
            parts[piece] = .ready(growing, sound)
            return true
        // News of less may come late.
        case .ready(let score, let sound) where score.beatsThrough != nil && score.frameCount < growing.frameCount:
            parts[piece] = .ready(growing, sound)
        case nil, .ready, .failed: break
        }
        return false
    }

    /// A piece's file is not there.
    mutating func fail(_ piece: Piece) {
        if parts[piece] != nil { parts[piece] = .failed }
    }

    /// A number for a question, greater than that of each one before.
    mutating func ticket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    /// Takes what came of a question; false where a later one was answered first.
    mutating func take(_ outcome: Outcome, of piece: Piece, asked ticket: Int) -> Bool {
        guard ticket > tickets[piece] ?? 0 else { return false }
        guard parts[piece] != nil else { return true }
        tickets[piece] = ticket
        switch outcome {
        case .score(let score, var sound):
            // What began before its loudness was known stays as loud as it is.
            if case .ready(let growing, let heard) = parts[piece], growing.beatsThrough != nil { sound.gain = heard.gain }
            parts[piece] = .ready(score, sound)
        case .failed: parts[piece] = .failed
        }
        return true
    }
}

/// A score while it grows: what was made of its frames is not made again.
private final class Growth: Sendable {
    private let known = Mutex<GrowingScore?>(nil)

    /// Reads the frames that are new; not for a thread that must not wait.
    func score(of frames: GrowingFrames) -> GrowingScore {
        known.withLock { known in
            let score = known?.grown(to: frames.frameCount) ?? GrowingScore(frames)
            known = score
            return score
        }
    }
}

extension Library {
    /// An analysis takes seconds; whoever waits asks again for as long as it takes.
    private static let patience = Duration.seconds(30)
    /// Before asking again after an answer that came at once.
    private static let pause = Duration.seconds(1)

    /// What a piece looks like, with its beats as they were corrected; analyzed first where that was not done.
    ///
    /// `growing` hears what is known of it in the meantime, from any thread.
    func score(
        of piece: Piece, _ urgency: AnalysisQueue.Urgency, growing: (@Sendable (GrowingScore, SoundFile) -> Void)? = nil
    ) async -> RoomMusic.Outcome {
        var isSecond = false
        while true {
            do {
                guard let track = try await reader.track(of: piece) else { return .failed(QueuedPiece.gone) }
                // What plays already goes on: its frames are here.
                guard track.isAvailable || urgency == .playing else { return .failed(QueuedPiece.gone) }
                guard !setAside.holds(track) else { return .failed(SetAsideTracks.reason) }
                let listener = growing.map { growing in
                    let file = sound(of: track, gain: track.analysis.profile?.loudness.gain ?? 0)
                    // Music that has to be analyzed first waits for that.
                    if !files.contains(track.identity) { growing(GrowingScore(), file) }
                    let growth = Growth()
                    return queue.growths.listen(to: track.identity) { growing(growth.score(of: $0), file) }
                }
                defer { if let listener { queue.growths.forget(listener: listener, to: track.identity) } }
                let opened = try await queue.analysis(of: track, patience: Self.patience, urgency)
                let analysis = opened.analysis
                let correction = try await correction(of: track)
                let score: StoredScore? = try await setAside.during(track.id) { move in
                    try await DiskThreads.run {
                        move()
                        do {
                            try analysis.verify()
                        } catch {
                            return nil
                        }
                        return StoredScore(
                            analysis,
                            grid: correction?.applied(to: analysis.grid, duration: analysis.duration) ?? analysis.grid)
                    }
                }
                if let score { return .score(score, sound(of: track, gain: analysis.loudness.gain)) }
                // Its file is damaged: it is made again, but not for ever on a disk that keeps nothing.
                guard !isSecond else { return .failed("The track's analysis was damaged twice.") }
                isSecond = true
                files.remove(track.identity)
            } catch LibraryRefusal.analysisPending, LibraryRefusal.analysisQueueFull {
                try? await Task.sleep(for: Self.pause)  // Nobody cancels it.
            } catch let refusal as LibraryRefusal {
                return .failed(refusal.description)
            } catch {
                return .failed("The track cannot be read (\(error)).")
            }
        }
    }

    private func sound(of track: Track, gain: Double) -> SoundFile {
        let name = FolderPath.name(of: track.place.path)
        let (sources, place) = (sources, track.place)
        return SoundFile(name: name, gain: gain) { () throws(WorkerFailure) in try sources.open(place) }
    }
}
