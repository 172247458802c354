/// What a room plays, by a name that means the same in every catalog.
package enum Piece: Hashable, Sendable {
    /// Named by its content: it is found again when its file was moved, and when the catalog was built anew.
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
