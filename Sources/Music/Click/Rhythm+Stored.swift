import Text

extension Rhythm {
    /// The JSON form, to be stored.
    package var stored: String { String(decoding: JSON.bytes(self), as: UTF8.self) }

    /// Nil if the text is not the JSON form of a rhythm.
    package init?(stored text: String) {
        do {
            self = try JSON.read(Rhythm.self, from: Array(text.utf8))
        } catch {
            return nil
        }
    }
}
