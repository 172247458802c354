import Analysis
import Music

/// Prints what the live form measures of each file to tell whether it has a beat: a line for each forecast that found beats, with the
/// file's name, the seconds heard, and the measures. `Tests/Training/presence.py` fits the live form's decision to them.
enum PresenceMeasures {
    static func run(_ options: BenchmarkOptions) throws {
        for file in options.files {
            var tracker = LiveBeatTracker()
            try MonoFile.read(file) { samples in
                guard let forecast = tracker.push(samples.span).last, let found = tracker.found else { return }
                print(file, forecast.heard.seconds, found.measures.map { String($0) }.joined(separator: " "))
            }
        }
    }
}
