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
