/// What a room plays, named in the same way in every catalog.
package enum Piece: Hashable, Sendable {
    /// Named by its content: it is found again after its file was moved, or after the catalog was rebuilt.
    case recording(ContentIdentity)
}

extension Piece: LosslessStringConvertible {
    /// Reads the text that `description` writes.
    package init?(_ text: String) {
        guard let identity = ContentIdentity(text) else { return nil }
        self = .recording(identity)
    }

    package var description: String {
        switch self {
        case .recording(let identity): identity.description
        }
    }
}

extension Piece: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
