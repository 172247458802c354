/// What a worker notes of a file's tags.
package enum TagNotes {
    /// The cover is too large to be passed on.
    package static let largeCover = "large-cover"
}
