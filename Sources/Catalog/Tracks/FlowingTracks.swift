import Music

/// Tracks that go well after another.
extension CatalogReader {
    /// Greatest difference of tempo, as a share: about what people who mix by hand stretch. Half and double the tempo count as the
    /// same.
    private static let nearTempo = 0.08
    /// A difference of one LU counts as much as this share of the tempo: 3 LU, which everybody hears, as half of the limit.
    private static let loudnessWeight = 0.013

    /// The tracks near to one in tempo and loudness, the nearest first: none of the same album or recording, and none without
    /// a tempo.
    package func tracks(flowingFrom track: Track, limit: Int, offset: Int) throws(CatalogError) -> Page<Track> {
        guard let profile = track.analysis.profile, let tempo = profile.tempo, tempo > 0 else { return Page(items: [], total: 0) }
        let ratio = "content.tempo / ?"
        // Each candidate is compared at its tempo, at twice and at half of it.
        let distance = "min(abs(\(ratio) - 1), abs(2 * \(ratio) - 1), abs(0.5 * \(ratio) - 1))"
        let near = """
            FROM (SELECT track.id AS id, \(distance) AS apart, content.loudness AS loudness \
            FROM track JOIN content ON content.id = track.content WHERE track.missing_since IS NULL AND content.tempo > 0 \
            AND content.identity <> ? AND (track.album IS NULL OR track.album IS NOT ?)) WHERE apart <= ?
            """
        let values = [
            Value(tempo), Value(tempo), Value(tempo), Value(track.identity.description), Value(track.album?.id),
            Value(Self.nearTempo),
        ]
        return try snapshot { () throws(CatalogError) in
            let total = try connection.rows("SELECT count(*) \(near)", values) { $0.int() }.first ?? 0
            let order = "apart + \(Self.loudnessWeight) * abs(coalesce(loudness - ?, 6)), id"
            let ids = try connection.rows(
                "SELECT id \(near) ORDER BY \(order) LIMIT ? OFFSET ?",
                values + [Value(profile.loudness.integrated), Value(limit), Value(offset)]
            ) { $0.int() }
            var tracks: [Track] = []
            for id in ids {
                if let track = try self.track(id) { tracks.append(track) }
            }
            return Page(items: tracks, total: total)
        }
    }
}
