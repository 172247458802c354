/// What a room plays, named in the same way in every catalog.
package enum Piece: Hashable, Sendable {
    /// Named by its content: it is found again after its file was moved, or after the catalog was rebuilt.
    case recording(ContentIdentity)
    /// A metronome.
    case click(ClickTrain)

    /// A recording, by the text that `description` writes; there is no other piece to be named by clients.
    package init?(_ text: String) {
        guard let identity = ContentIdentity(text) else { return nil }
        self = .recording(identity)
    }

    package var train: ClickTrain? {
        if case .click(let train) = self { train } else { nil }
    }
}

extension Piece: CustomStringConvertible {
    package var description: String {
        switch self {
        case .recording(let identity): identity.description
        case .click: "click"
        }
    }
}

extension Piece: Encodable {
    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
