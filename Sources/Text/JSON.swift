/// JSON as the server writes it.
package enum JSON {
    /// Encodes a value. The same value always gives the same bytes, unless it contains a dictionary.
    package static func bytes(_ value: some Encodable) -> [UInt8] {
        let text = JSONText()
        do {
            try text.write(value)
        } catch {
            // The types of this server never throw when they are encoded.
            preconditionFailure("\(error)")
        }
        return text.bytes
    }
}

/// Rounds a number for a report, to `digits` decimal places.
package func rounded(_ value: Double, to digits: Int) -> Double {
    let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][digits] as Double
    return (value * scale).rounded() / scale
}
