import Workers

/// The options of `downbeat analyze`.
struct AnalyzeOptions: Sendable {
    /// Names of files; "-" is the standard input.
    var files: [String] = []
    var analysis: String?
    var waveform: String?
    var beats: String?
    var click: String?
    /// Print what would be said of the beats while the file was heard, and nothing else.
    var live = false
    /// With `live`: how many seconds later than it comes in the sound is heard.
    var delay: Double?
    var jobs: Int
    /// The timeout for one file in seconds.
    var timeout = 600

    init(jobs: Int) {
        self.jobs = jobs
    }

    /// The limits of a worker for one file.
    var limits: WorkerLimits {
        var limits = WorkerLimits()
        limits.seconds = Double(timeout)
        limits.processorSeconds = timeout
        return limits
    }

    private static let longestDelay = 5.0

    /// All options, in the order of `--help`.
    static let rules: [OptionRule<AnalyzeOptions>] = [
        file("out", "write the analysis file that screens are served from", \.analysis),
        file("waveform", "write the waveform as audiowaveform does, .dat or .json", \.waveform),
        file("beats", "write a line for each beat: its time and its place in the bar", \.beats),
        file("click", "write the track as WAV with a click on every beat, downbeats higher", \.click),
        OptionRule(
            name: "live", argument: "", help: "print what could be said of the beats while the file is heard, line by line",
            set: { (options, text) throws(OptionProblem) in options.live = try OptionProblem.truth(text) },
            show: { $0.live ? "yes" : "" }),
        OptionRule(
            name: "delay", argument: "SECONDS", help: "with --live: how much later the sound is heard, 0 to 5 (default: 0)",
            set: { (options, text) throws(OptionProblem) in
                guard let seconds = Double(text), (0...longestDelay).contains(seconds) else {
                    throw OptionProblem("takes a number from 0 to 5, not \"\(text)\"")
                }
                options.delay = seconds
            },
            show: { $0.delay.map { "\($0)" } ?? "" }),
        OptionRule(
            name: "jobs", argument: "N", help: "files analyzed at the same time (default: the cores less one)",
            set: { (options, text) throws(OptionProblem) in options.jobs = try OptionProblem.number(text, in: 1...256) },
            show: { "\($0.jobs)" }),
        OptionRule(
            name: "timeout", argument: "SECONDS",
            help: "how long one file may take; a pipe with --live has no limit (default: 600)",
            set: { (options, text) throws(OptionProblem) in
                options.timeout = try OptionProblem.number(text, in: 1...1_000_000)
            },
            show: { "\($0.timeout)" }),
    ]

    /// The rule of an option that names an output file; an empty name means none.
    private static func file(
        _ name: String, _ help: String, _ path: any WritableKeyPath<AnalyzeOptions, String?> & Sendable
    ) -> OptionRule<AnalyzeOptions> {
        OptionRule(
            name: name, argument: "FILE", help: help,
            set: { (options, text) throws(OptionProblem) in options[keyPath: path] = text.isEmpty ? nil : text },
            show: { $0[keyPath: path] ?? "" })
    }
}
