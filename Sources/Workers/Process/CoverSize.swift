/// The size of a cover in a worker's arguments: the longest side in pixels, or this.
package enum CoverSize {
    /// The picture's own size.
    package static let original = "original"
}
