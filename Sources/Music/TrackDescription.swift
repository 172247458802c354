/// What is known of a track in words: how its file is made and what its tags say.
package struct TrackDescription: Hashable, Sendable, Codable {
    package var codec: String
    package var container: String
    /// What could not be decoded, in one sentence; nil where all of it could.
    package var damage: String?
    package var tags: Tags

    package init(codec: String, container: String, damage: String? = nil, tags: Tags = Tags()) {
        self.codec = codec
        self.container = container
        self.damage = damage
        self.tags = tags
    }
}
