/// A validator for the part of JSON Schema that the descriptions use. An unknown keyword is reported as an error.
struct Schema {
    /// Keywords that do not restrict values.
    private static let silent: Set = ["description", "default", "format", "examples", "example", "title", "properties", "required"]

    /// All schemas by their names in references.
    let named: [String: Plain]

    /// The violations of a schema by a value; empty if there are none.
    func complaints(about value: Plain, by schema: Plain, at place: String = "$") -> [String] {
        var complaints: [String] = []
        func complain(unless isRight: Bool, _ words: String) {
            if !isRight { complaints.append("\(place) \(words): \(value.json.prefix(80))") }
        }
        for (word, rule) in schema.members {
            switch word {
            case "$ref":
                guard let target = target(of: rule) else {
                    complaints.append("\(place): there is no \(rule.json)")
                    continue
                }
                complaints += self.complaints(about: value, by: target, at: place)
            case "type":
                let types = rule.text.map { [$0] } ?? rule.items.map { $0.text ?? "null" }
                complain(unless: types.contains { Self.isType($0, value) }, "is not \(types.joined(separator: " or "))")
            case "const": complain(unless: value == rule, "is not \(rule.json)")
            case "enum": complain(unless: rule.items.contains(value), "is none of \(rule.json)")
            case "minimum": complain(unless: value.number ?? .infinity >= rule.number ?? .nan, "is less than \(rule.json)")
            case "maximum": complain(unless: value.number ?? -.infinity <= rule.number ?? .nan, "is more than \(rule.json)")
            case "minLength": complain(unless: length(of: value) ?? .infinity >= rule.number ?? .nan, "is too short")
            case "maxLength": complain(unless: length(of: value) ?? 0 <= rule.number ?? .nan, "is too long")
            case "minItems": complain(unless: count(of: value) ?? .infinity >= rule.number ?? .nan, "has too few items")
            case "maxItems": complain(unless: count(of: value) ?? 0 <= rule.number ?? .nan, "has too many items")
            case "minProperties": complain(unless: Double(value.members.count) >= rule.number ?? .nan, "has too few members")
            case "pattern":
                // All patterns of the descriptions compile.
                let pattern = try? rule.text.map { try Regex($0) }
                complain(
                    unless: value.text.map { text in pattern.map { text.contains($0) } ?? false } ?? true, "is not \(rule.json)")
            case "items":
                for (index, item) in value.items.enumerated() {
                    complaints += self.complaints(about: item, by: rule, at: "\(place)[\(index)]")
                }
            case "additionalProperties":
                let known = schema["properties"]?.members ?? [:]
                for (name, member) in value.members where known[name] == nil {
                    complain(unless: rule != .truth(false), "has \(name), which is no name here")
                    complaints += self.complaints(about: member, by: rule, at: "\(place).\(name)")
                }
            case "allOf": complaints += rule.items.flatMap { self.complaints(about: value, by: $0, at: place) }
            case "oneOf":
                let branches = rule.items.map { self.complaints(about: value, by: $0, at: place) }
                let fitting = branches.count { $0.isEmpty }
                complain(unless: fitting == 1, "fits \(fitting) of \(rule.items.count)")
                // Only the errors of the alternative that most likely was meant.
                if fitting == 0 { complaints += branches.min { $0.count < $1.count } ?? [] }
            case _ where Self.silent.contains(word): break
            default: complaints.append("\(place): \(word) is not understood")
            }
        }
        guard case .object(let members) = value else { return complaints }
        for name in schema["required"]?.items.compactMap(\.text) ?? [] where members[name] == nil {
            complaints.append("\(place) lacks \(name)")
        }
        for (name, rule) in schema["properties"]?.members ?? [:] {
            if let member = members[name] { complaints += self.complaints(about: member, by: rule, at: "\(place).\(name)") }
        }
        return complaints
    }

    /// The schema that a reference names.
    func target(of reference: Plain) -> Plain? {
        reference.text.flatMap { $0.split(separator: "/").last }.flatMap { named[String($0)] }
    }

    private static func isType(_ type: String, _ value: Plain) -> Bool {
        switch (type, value) {
        case ("null", .null), ("boolean", .truth), ("number", .number), ("string", .text), ("array", .list), ("object", .object):
            true
        case ("integer", .number(let number)): number == number.rounded()
        default: false
        }
    }

    private func length(of value: Plain) -> Double? { value.text.map { Double($0.unicodeScalars.count) } }

    private func count(of value: Plain) -> Double? {
        guard case .list(let items) = value else { return nil }
        return Double(items.count)
    }
}
