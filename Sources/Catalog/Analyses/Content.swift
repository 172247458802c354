package import Music

/// The table of recordings: one row for each, however many files contain it, with the results of its analysis.
enum Content {
    static let schema = """
        CREATE TABLE content (
            id INTEGER PRIMARY KEY AUTOINCREMENT,  -- or a late answer would be taken for another's
            identity TEXT NOT NULL UNIQUE,
            state TEXT NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'running', 'done', 'failed')),
            attempts INTEGER NOT NULL DEFAULT 0,  -- begun since the analysis was last asked for
            reason TEXT,                          -- why the last attempt failed
            analyzer INTEGER,                     -- revision of the analysis that found the rest
            duration REAL,                        -- seconds, as decoded
            tempo REAL,
            slowest REAL,
            fastest REAL,
            meter INTEGER,
            confidence REAL,
            beats INTEGER,
            loudness REAL,                        -- LUFS
            loudness_range REAL,
            true_peak REAL,
            sound_start REAL,
            sound_end REAL,
            colours TEXT,
            damage TEXT
        ) STRICT;
        CREATE INDEX content_waiting ON content (state, id) WHERE state <> 'done';
        """
    /// The key by its name.
    static let key = """
        ALTER TABLE content ADD COLUMN key TEXT;
        ALTER TABLE content ADD COLUMN key_confidence REAL;
        """
}

/// The results of an analysis that are small enough to store for every track.
package struct Profile: Hashable, Sendable {
    package var analyzer: Int
    package var duration: Double
    package var tempo: Double?
    package var slowest: Double?
    package var fastest: Double?
    package var meter: Int
    package var confidence: Double
    package var beats: Int
    package var key: KeyReading?
    package var loudness: Loudness
    package var soundStart: Double?
    package var soundEnd: Double?
    /// As "#rrggbb", the most important first.
    package var colours: [String]
    package var damage: String?

    package init(of analysis: TrackAnalysis) {
        analyzer = analysis.analyzer
        duration = analysis.duration.seconds
        let grid = analysis.grid()
        tempo = grid.tempo
        slowest = grid.tempoRange?.lowerBound
        fastest = grid.tempoRange?.upperBound
        meter = grid.meter
        confidence = Double(grid.confidence)
        beats = grid.beats.count
        key = analysis.key
        loudness = analysis.loudness
        soundStart = analysis.sound?.start.seconds
        soundEnd = analysis.sound?.end.seconds
        colours = analysis.colours.map(\.hex)
        damage = analysis.description.damage
    }

    static let columns = """
        content.analyzer, content.duration AS analyzed_duration, content.tempo, content.slowest, content.fastest, content.meter, content.confidence, \
        content.beats, content.loudness, content.loudness_range, content.true_peak, content.sound_start, content.sound_end, \
        content.colours, content.damage, content.key, content.key_confidence
        """

    /// Nil until an analysis has finished.
    init?(_ row: Row) {
        guard let analyzer = row.intOrNil("analyzer") else { return nil }
        self.analyzer = analyzer
        duration = row.real("analyzed_duration")
        tempo = row.realOrNil("tempo")
        slowest = row.realOrNil("slowest")
        fastest = row.realOrNil("fastest")
        meter = row.int("meter")
        confidence = row.real("confidence")
        beats = row.int("beats")
        key = row.textOrNil("key").flatMap { MusicalKey($0) }.map { key in
            KeyReading(key: key, confidence: Float(row.real("key_confidence")))
        }
        loudness = Loudness(
            integrated: row.realOrNil("loudness"), range: row.real("loudness_range"), truePeak: row.realOrNil("true_peak"))
        soundStart = row.realOrNil("sound_start")
        soundEnd = row.realOrNil("sound_end")
        colours = row.text("colours").split(separator: " ").map(String.init)
        damage = row.textOrNil("damage")
    }
}
