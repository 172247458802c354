/// What `downbeat analyze` was told to do.
struct AnalyzeOptions: Sendable {
    /// Names of files; "-" is the standard input.
    var files: [String] = []
    var analysis: String?
    var waveform: String?
    var beats: String?
    var click: String?
    var jobs: Int
    /// Seconds that one file may take.
    var timeout = 600

    init(jobs: Int) {
        self.jobs = jobs
    }

    /// What a worker may use up for one file.
    var limits: WorkerLimits {
        var limits = WorkerLimits()
        limits.seconds = Double(timeout)
        limits.processorSeconds = timeout
        return limits
    }

    /// Every option there is, in the order of `--help`.
    static let rules: [OptionRule<AnalyzeOptions>] = [
        OptionRule(
            name: "out", argument: "FILE", help: "write the analysis file that screens are served from",
            set: { (options, text) throws(OptionProblem) in options.analysis = named(text) },
            show: { $0.analysis ?? "" }),
        OptionRule(
            name: "waveform", argument: "FILE", help: "write the waveform as audiowaveform does, .dat or .json",
            set: { (options, text) throws(OptionProblem) in options.waveform = named(text) },
            show: { $0.waveform ?? "" }),
        OptionRule(
            name: "beats", argument: "FILE", help: "write a line for each beat: its time and its place in the bar",
            set: { (options, text) throws(OptionProblem) in options.beats = named(text) },
            show: { $0.beats ?? "" }),
        OptionRule(
            name: "click", argument: "FILE", help: "write the track as WAV with a click on every beat, downbeats higher",
            set: { (options, text) throws(OptionProblem) in options.click = named(text) },
            show: { $0.click ?? "" }),
        OptionRule(
            name: "jobs", argument: "N", help: "files analyzed at the same time (default: the cores less one)",
            set: { (options, text) throws(OptionProblem) in options.jobs = try OptionProblem.number(text, in: 1...256) },
            show: { "\($0.jobs)" }),
        OptionRule(
            name: "timeout", argument: "SECONDS", help: "how long one file may take (default: 600)",
            set: { (options, text) throws(OptionProblem) in
                options.timeout = try OptionProblem.number(text, in: 1...1_000_000)
            },
            show: { "\($0.timeout)" }),
    ]

    private static func named(_ text: String) -> String? {
        text.isEmpty ? nil : text
    }
}
