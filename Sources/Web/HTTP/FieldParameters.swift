/// The parameters after a field's value: `; name=value`, where the value is a token or a quoted string (RFC 9110, 5.6.6).
struct FieldParameters {
    /// No field in use has more than five; without a bound, the search for duplicate names would take quadratic time.
    private static let most = 16

    /// The text before the first semicolon, in lower case.
    let value: String
    private var parameters: [(name: String, value: [UInt8])] = []

    /// Nil when the field is malformed or has a duplicate name.
    init?(_ field: Span<UInt8>) {
        var cursor = 0
        while cursor < field.count, field[cursor] != 0x3B { cursor += 1 }
        value = field.text(field.trimmed(0..<cursor)).lowercased()
        while cursor < field.count {
            cursor += 1
            guard let parameter = Self.parameter(field, &cursor) else { return nil }
            guard let (name, value) = parameter else { continue }
            guard self[name] == nil, parameters.count < Self.most else { return nil }
            parameters.append((name, value))
        }
    }

    /// The value of a parameter; `name` is in lower case.
    subscript(name: String) -> [UInt8]? {
        parameters.first { $0.name == name }?.value
    }

    /// Reads to the next semicolon. The outer nil means malformed; the inner one, nothing between two semicolons.
    private static func parameter(_ field: Span<UInt8>, _ cursor: inout Int) -> (name: String, value: [UInt8])?? {
        let start = cursor
        while cursor < field.count, field[cursor] != 0x3D, field[cursor] != 0x3B { cursor += 1 }
        let name = field.trimmed(start..<cursor)
        guard cursor < field.count, field[cursor] == 0x3D else { return name.isEmpty ? .some(nil) : nil }
        guard !name.isEmpty, name.allSatisfy({ ByteClass.token.contains(field[$0]) }) else { return nil }
        cursor += 1
        while cursor < field.count, isBlank(field[cursor]) { cursor += 1 }
        guard let value = value(field, &cursor) else { return nil }
        return (field.text(name).lowercased(), value)
    }

    private static func value(_ field: Span<UInt8>, _ cursor: inout Int) -> [UInt8]? {
        guard cursor < field.count, field[cursor] == 0x22 else {
            let start = cursor
            while cursor < field.count, field[cursor] != 0x3B { cursor += 1 }
            let word = field.trimmed(start..<cursor)
            guard word.allSatisfy({ field[$0] != 0x22 && !isBlank(field[$0]) }) else { return nil }
            return field.copy(word)
        }
        guard let value = quoted(field, &cursor) else { return nil }
        while cursor < field.count, isBlank(field[cursor]) { cursor += 1 }
        return cursor == field.count || field[cursor] == 0x3B ? value : nil
    }

    /// Reads a quoted string. A backslash escapes a quote or a backslash; before anything else it is literal, because some
    /// clients send unescaped Windows paths.
    private static func quoted(_ field: Span<UInt8>, _ cursor: inout Int) -> [UInt8]? {
        var value: [UInt8] = []
        cursor += 1
        while cursor < field.count {
            var byte = field[cursor]
            cursor += 1
            if byte == 0x22 { return value }
            if byte == 0x5C, cursor < field.count, field[cursor] == 0x22 || field[cursor] == 0x5C {
                byte = field[cursor]
                cursor += 1
            }
            value.append(byte)
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }
}
