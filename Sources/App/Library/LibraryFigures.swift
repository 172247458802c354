import Catalog

extension Library {
    /// The library in figures, as Prometheus reads it.
    func exposition() async -> String {
        let sums = queue.figures.sums
        // A catalog that cannot be read shows as one without tracks, and its trouble in the log.
        let census = (try? await surveyor.census()) ?? Census()
        var text = ""
        func metric(_ name: String, _ kind: String, _ help: String, _ values: [(labels: String, value: Double)]) {
            text += "# HELP downbeat_\(name) \(help)\n# TYPE downbeat_\(name) \(kind)\n"
            for (labels, value) in values { text += "downbeat_\(name)\(labels) \(value)\n" }
        }
        metric("tracks", "gauge", "Tracks whose files are there.", [("", Double(census.tracks))])
        metric("tracks_missing", "gauge", "Tracks whose files are gone.", [("", Double(census.missing))])
        metric(
            "analyses", "gauge", "Pieces of music by the state of their analysis.",
            AnalysisState.allCases.map { ("{state=\"\($0.rawValue)\"}", Double(census.analyses[$0] ?? 0)) })
        metric(
            "analysis_running", "gauge", "Analyses at work.", [("", Double(await queue.runningCount))])
        metric("analysis_asked", "gauge", "Tracks that wait out of turn.", [("", Double(await queue.askedCount))])
        metric("analyses_total", "counter", "Analyses that came to their end.", [("", Double(sums.analyses))])
        metric("analysis_failures_total", "counter", "Analyses that failed.", [("", Double(sums.failures))])
        metric(
            "analysis_audio_seconds_total", "counter", "Seconds of music analyzed.", [("", sums.audioSeconds)])
        metric(
            "analysis_busy_seconds_total", "counter", "Seconds during which an analysis was at work.", [("", sums.busySeconds)])
        metric(
            "cache_bytes", "gauge", "Bytes of files kept to be used again.",
            [
                ("{cache=\"analysis\"}", Double(files.cache.byteCount)), ("{cache=\"art\"}", Double(covers.cache.byteCount)),
                ("{cache=\"streams\"}", Double(streams.cache.byteCount)),
            ])
        metric("event_listeners", "gauge", "Listeners to library events.", [("", Double(events.listenerCount))])
        return text
    }
}
