/// JSON as the server writes it.
package enum JSON {
    /// The same value always gives the same bytes, unless it contains a dictionary.
    package static func bytes(_ value: some Encodable) -> [UInt8] {
        let text = JSONText()
        do {
            try text.write(value)
        } catch {
            // Our own types encode themselves without ever throwing.
            preconditionFailure("\(error)")
        }
        return text.bytes
    }
}

/// A number as a report shows it, to so many digits behind the point.
package func rounded(_ value: Double, to digits: Int) -> Double {
    let scale = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000][digits] as Double
    return (value * scale).rounded() / scale
}
