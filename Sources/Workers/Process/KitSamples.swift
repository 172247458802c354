/// What a worker makes of an uploaded click: mono samples as 32-bit floats, of the first seconds of a file.
package enum KitSamples {
    package static let perSecond = 48_000
    /// The most samples: a click that begins later is not found.
    package static let most = 10 * perSecond
    package static let mostBytes = most * MemoryLayout<Float>.size
}
