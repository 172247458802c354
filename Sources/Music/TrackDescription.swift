/// The format of a track's file and its tags.
package struct TrackDescription: Hashable, Sendable, Codable {
    package var codec: String
    package var container: String
    /// What could not be decoded, in one sentence; nil if everything could.
    package var damage: String?
    package var tags: Tags

    package init(codec: String, container: String, damage: String? = nil, tags: Tags = Tags()) {
        self.codec = codec
        self.container = container
        self.damage = damage
        self.tags = tags
    }
}
