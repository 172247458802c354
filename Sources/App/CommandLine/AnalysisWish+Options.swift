import Library

extension AnalysisWish {
    /// The options of `downbeat library analyze`.
    static let rules: [OptionRule<AnalysisWish>] = [
        OptionRule(
            name: "missing", argument: "", help: "tracks that were not analyzed yet (default)",
            set: { (wish, _) throws(OptionProblem) in wish.extent = .missing },
            show: { $0.extent == .missing ? "yes" : "no" }),
        OptionRule(
            name: "all", argument: "", help: "also those that failed, and those whose analysis files the cache has dropped",
            set: { (wish, _) throws(OptionProblem) in wish.extent = .all }, show: { $0.extent == .all ? "yes" : "no" }),
        // An analysis makes both at once: a track without a profile lacks its frames, too.
        OptionRule(
            name: "dj", argument: "", help: "what a companion calls profiles: the same as --missing",
            set: { (_, _) throws(OptionProblem) in }, show: { _ in "" }),
        OptionRule(
            name: "vis", argument: "", help: "what a companion calls frames: the same as --all",
            set: { (wish, _) throws(OptionProblem) in wish.extent = .all }, show: { _ in "" }),
        OptionRule(
            name: "force", argument: "", help: "all tracks again",
            set: { (wish, text) throws(OptionProblem) in wish.isForced = try OptionProblem.truth(text) },
            show: { $0.isForced ? "yes" : "no" }),
        OptionRule(
            name: "server", argument: "NAME", help: "only songs of this music server",
            set: { (wish, text) throws(OptionProblem) in wish.server = text }, show: { $0.server ?? "" }),
        OptionRule(
            name: "album", argument: "ALBUM", help: "only albums with these words in title or artist, or the one with this number",
            set: { (wish, text) throws(OptionProblem) in
                if let album = Int(text) { wish.albums.append(album) } else { wish.words = text }
            }, show: { ($0.words.map { [$0] } ?? $0.albums.map { "\($0)" }).joined(separator: " ") }),
        OptionRule(
            name: "rate", argument: "BYTES", help: "fetch at most so many bytes a second from music servers, such as 2M",
            set: { (wish, text) throws(OptionProblem) in
                let rate = try OptionProblem.size(text)
                guard Library.rates.contains(rate) else {
                    throw OptionProblem(
                        "takes at least \(OptionProblem.text(ofSize: Library.rates.lowerBound)), not \"\(text)\"")
                }
                wish.rate = rate
            }, show: { $0.rate.map { OptionProblem.text(ofSize: $0) } ?? "" }),
        OptionRule(
            name: "hours", argument: "FROM-TO", help: "fetch from music servers only in these hours, such as 23-7",
            set: { (wish, text) throws(OptionProblem) in
                guard let hours = DailyHours(text) else {
                    throw OptionProblem("takes two hours of a day, such as 23-7, not \"\(text)\"")
                }
                wish.hours = hours
            }, show: { $0.hours?.description ?? "" }),
    ]
}
