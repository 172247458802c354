import Catalog
import Library
import Music
import Session
import Synchronization
import System
import Text
import Web
import Workers

/// A cache of the scores of a room's pieces: fetched ahead, and kept as long as they may be shown.
struct RoomMusic {
    enum Part {
        case pending
        case ready(any Score, PieceSound)
        case failed
    }

    /// The result of fetching a score.
    enum Outcome: Sendable {
        case score(StoredScore, SoundFile)
        case failed(String)
    }

    /// Most pieces in the cache: usually more than are shown within the horizon. Others are fetched again when needed.
    private static let mostKept = 8

    private var parts: [Piece: Part] = [:]
    /// The pieces, least recently needed first.
    private var order: [Piece] = []
    private struct KnownLyrics {
        /// Nil while they are fetched.
        var lyrics: Lyrics?
        /// The ticket of the fetch that they came from.
        var ticket = 0
    }

    /// The lyrics of pieces, for those who hear them.
    private var lyrics: [Piece: KnownLyrics] = [:]
    private(set) var lastTicket = 0
    /// The ticket of the fetch that a piece's part came from: the answer to an earlier fetch may arrive later.
    private var tickets: [Piece: Int] = [:]

    func score(_ piece: Piece) -> (any Score)? {
        if let train = piece.train { return ClickScore(train) }
        return if case .ready(let score, _) = parts[piece] { score } else { nil }
    }

    /// The score of a piece with its lyrics; nil until they are known.
    func sung(_ piece: Piece) -> (any Score)? {
        guard case .ready(var score as StoredScore, _) = parts[piece] else { return piece.train.map { ClickScore($0) } }
        guard let lyrics = lyrics[piece]?.lyrics else { return nil }
        score.lyrics = lyrics
        return score
    }

    /// Those of these pieces whose lyrics must be fetched now: their words are timed on finished analyses.
    mutating func needLyrics(_ pieces: [Piece]) -> [Piece] {
        let missing = pieces.filter { piece in
            guard lyrics[piece] == nil, case .ready(let score, _) = parts[piece] else { return false }
            return score is StoredScore
        }
        for piece in missing { lyrics[piece] = KnownLyrics() }
        return missing
    }

    /// Takes the lyrics of a piece, unless a later fetch was answered first. Returns whether they differ from those that were there.
    mutating func take(_ found: Lyrics, of piece: Piece, asked ticket: Int) -> Bool {
        guard let known = lyrics[piece], ticket > known.ticket else { return false }
        lyrics[piece] = KnownLyrics(lyrics: found, ticket: ticket)
        return known.lyrics.map { $0 != found } ?? false
    }

    func hasLyrics(_ piece: Piece) -> Bool { lyrics[piece] != nil }

    /// The piece's sound, normalized in loudness if wished.
    func sound(_ piece: Piece, normalized: Bool) -> PieceSound? {
        guard case .ready(_, let sound) = parts[piece] else { return nil }
        guard !normalized, case .file(var file) = sound else { return sound }
        file.gain = 0
        return .file(file)
    }

    func part(_ piece: Piece) -> Part? { parts[piece] }

    /// The pieces whose frames are not fetched again when their turn comes.
    var kept: [Piece] { order }

    /// The state of the analysis of a piece, for clients.
    func word(for piece: Piece) -> String {
        if piece.isComputed { return "ready" }
        return switch parts[piece] {
        case .ready(let score, _): score.hasBeats ? "ready" : "pending"
        case .failed: "failed"
        case .pending, nil: "pending"
        }
    }

    /// Marks pieces as needed now or soon. Returns those that must be fetched, also again after a failure.
    mutating func need(_ pieces: [Piece]) -> [Piece] {
        var missing: [Piece] = []
        for piece in pieces where !piece.isComputed {
            order.removeAll { $0 == piece }
            order.append(piece)
            switch parts[piece] {
            // A source that is gone does not come back: when it starts again it is another.
            case .failed where piece.isLive: break
            case nil, .failed:
                parts[piece] = .pending
                missing.append(piece)
            case .ready(let score, _) where score.isDamaged:
                // Nothing is shown until the damaged analysis has been made again.
                parts[piece] = .pending
                missing.append(piece)
            case .pending, .ready: break
            }
        }
        while order.count > max(Self.mostKept, pieces.count) { drop(order[0]) }
        return missing
    }

    /// Takes the growing score of a piece that is being analyzed; true if it is the first.
    mutating func take(_ growing: GrowingScore, _ sound: SoundFile, of piece: Piece) -> Bool {
        switch parts[piece] {
        case .pending:
            parts[piece] = .ready(growing, .file(sound))
            return true
        // A score with fewer frames may arrive late. The sound that plays keeps its gain.
        case .ready(let score, let heard) where !score.isComplete && score.frames.upperBound < growing.frames.upperBound:
            parts[piece] = .ready(growing, heard)
        case nil, .ready, .failed: break
        }
        return false
    }

    /// Takes what is known of a live piece; true if it is the first.
    mutating func take(_ live: LiveScore, _ sound: PieceSound, of piece: Piece) -> Bool {
        switch parts[piece] {
        case .pending, .ready:
            let isFirst = if case .pending = parts[piece] { true } else { false }
            parts[piece] = .ready(live, sound)
            return isFirst
        case nil, .failed: return false
        }
    }

    /// Forgets a piece: it is fetched again when it is needed.
    mutating func drop(_ piece: Piece) {
        order.removeAll { $0 == piece }
        parts[piece] = nil
        tickets[piece] = nil
        lyrics[piece] = nil
    }

    /// Marks a piece as failed, since its file is missing.
    mutating func fail(_ piece: Piece) {
        if parts[piece] != nil { parts[piece] = .failed }
    }

    /// A number for a new fetch, greater than all before.
    mutating func ticket() -> Int {
        lastTicket += 1
        return lastTicket
    }

    /// Takes the result of a fetch; false if a later fetch was answered first.
    mutating func take(_ outcome: Outcome, of piece: Piece, asked ticket: Int) -> Bool {
        guard ticket > tickets[piece] ?? 0 else { return false }
        guard parts[piece] != nil else { return true }
        tickets[piece] = ticket
        switch outcome {
        case .score(let score, var sound):
            // A track that began before its loudness was known keeps its gain.
            if case .ready(let growing, let heard) = parts[piece], !growing.isComplete { sound.gain = heard.gain }
            parts[piece] = .ready(score, .file(sound))
        case .failed: parts[piece] = .failed
        }
        return true
    }
}

/// A growing score that reuses what was computed from earlier frames.
private final class Growth: Sendable {
    private let known = Mutex<GrowingScore?>(nil)

    /// Reads the new frames: not for a thread that must not block.
    func score(of frames: GrowingFrames) -> GrowingScore {
        known.withLock { known in
            let score = known?.grown(to: frames.frameCount) ?? GrowingScore(frames)
            known = score
            return score
        }
    }
}

extension Library {
    /// Timeout of one wait for an analysis, which takes seconds; after a timeout the wait is repeated.
    private static let patience = Duration.seconds(30)
    /// Pause before a retry, since the answer may have come at once.
    private static let pause = Duration.seconds(1)

    /// The score of a piece, with its corrected beats. The piece is analyzed first if necessary.
    ///
    /// `growing` gets the part of the score that is known meanwhile, on any thread. With `isHeard` it also waits for the file, if that
    /// lies on another server; with `isPressed`, somebody asks for it now, and a server is asked that did not answer a moment ago.
    func score(
        of piece: Piece, _ urgency: AnalysisQueue.Urgency, isHeard: Bool = false, isPressed: Bool = false,
        growing: (@Sendable (GrowingScore, SoundFile) -> Void)? = nil
    ) async -> RoomMusic.Outcome {
        var isSecond = false
        while true {
            do {
                guard let track = try await reader.track(of: piece) else { return .failed(QueuedPiece.gone) }
                // A piece that already plays continues without its file, since its frames are not fetched again.
                guard track.isAvailable else { return .failed(QueuedPiece.gone) }
                guard !setAside.holds(track) else { return .failed(SetAsideTracks.reason) }
                if isPressed, isFar(track) { await askAgain(track) }
                let listener = growing.map { growing in
                    let file = sound(of: track, gain: track.analysis.profile?.loudness.gain ?? 0)
                    // The empty score makes music wait that has to be analyzed first.
                    if !files.contains(track.identity) || isHeard && isFar(track) { growing(GrowingScore(), file) }
                    let growth = Growth()
                    return queue.growths.listen(to: track.identity) { growing(growth.score(of: $0), file) }
                }
                defer { if let listener { queue.growths.forget(listener: listener, to: track.identity) } }
                let opened = try await queue.analysis(of: track, patience: Self.patience, urgency)
                let analysis = opened.analysis
                // Its picture would run without its sound.
                if isHeard, isFar(track) {
                    do { try await comes(track) } catch { return .failed(QueuedPiece.unfetched(because: "\(error)")) }
                }
                let correction = try await correction(of: track)
                let score: StoredScore? = try await setAside.during(track.id) { move in
                    try await DiskThreads.run {
                        move()
                        do {
                            try analysis.verify()
                        } catch {
                            return nil
                        }
                        let grid = analysis.grid(correction)
                        return StoredScore(analysis, grid: grid, plan: Director.plan(analysis, grid: grid))
                    }
                }
                if let score { return .score(score, sound(of: track, gain: analysis.loudness.gain)) }
                // The analysis file is damaged: it is made again, but only once, since the disk may be unable to store it.
                guard !isSecond else { return .failed("The track's analysis was damaged twice.") }
                isSecond = true
                files.remove(track.identity)
            } catch LibraryRefusal.analysisPending, LibraryRefusal.analysisQueueFull {
                try? await clock.sleep(for: Self.pause)  // This task is never cancelled.
            } catch LibraryRefusal.outOfReach(let reason) {
                return .failed(QueuedPiece.unfetched(because: reason))
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
        return SoundFile(name: name, gain: gain) { () throws(WorkerFailure) in try sources.openWaiting(place) }
    }
}
