import Catalog
import Music
import System

extension Library {
    /// The library's metrics in the Prometheus text format.
    package func exposition() async -> String {
        let sums = queue.figures.sums
        var exposition = Exposition()
        // Metrics of an unreadable catalog are left out: zero would be wrong.
        if let census = try? await surveyor.census() {
            exposition.add("tracks", "gauge", "Tracks whose files are there.", [("", Double(census.tracks))])
            exposition.add("tracks_missing", "gauge", "Tracks whose files are gone.", [("", Double(census.missing))])
            exposition.add(
                "analyses", "gauge", "Recordings by the state of their analysis.",
                AnalysisState.allCases.map { ("{state=\"\($0.rawValue)\"}", Double(census.analyses[$0] ?? 0)) })
        }
        exposition.add(
            "analysis_running", "gauge", "Analyses running.", [("", Double(await queue.runningCount))])
        exposition.add("analysis_asked", "gauge", "Requested tracks in the queue.", [("", Double(await queue.askedCount))])
        exposition.add("analyses_total", "counter", "Analyses that succeeded.", [("", Double(sums.analyses))])
        exposition.add("analysis_failures_total", "counter", "Analyses that failed.", [("", Double(sums.failures))])
        exposition.add(
            "analysis_audio_seconds_total", "counter", "Seconds of music analyzed.", [("", sums.audioSeconds)])
        exposition.add(
            "analysis_busy_seconds_total", "counter", "Seconds during which an analysis ran.", [("", sums.busySeconds)])
        var caches = [("analysis", files.cache), ("art", covers.cache), ("streams", streams.cache)]
        if let fetched = remote.cache { caches.append(("fetched", fetched)) }
        exposition.add(
            "cache_bytes", "gauge", "Bytes of the files in a cache.",
            caches.map { ("{cache=\"\($0.0)\"}", Double($0.1.byteCount)) })
        exposition.add(
            "cache_limit_bytes", "gauge", "The most bytes that a cache takes.",
            caches.map { ("{cache=\"\($0.0)\"}", Double($0.1.budget)) })
        exposition.add("event_listeners", "gauge", "Listeners to library events.", [("", Double(events.listenerCount))])
        return exposition.text
    }
}
