/// Variants of an example, each with one member at a limit of its schema or just beyond it.
struct Edges {
    private let schema: Schema

    init(_ schema: Schema) {
        self.schema = schema
    }

    func around(_ example: Plain, by rules: Plain) -> [(Plain, isRight: Bool)] {
        let rules = rules["$ref"].flatMap(schema.target) ?? rules
        var edges: [(Plain, isRight: Bool)] = []
        for branch in (rules["oneOf"]?.items ?? []) + (rules["allOf"]?.items ?? [])
        where schema.complaints(about: example, by: branch).isEmpty {
            edges += around(example, by: branch)
        }
        for (name, rule) in rules["properties"]?.members ?? [:] {
            guard let member = example[name] else { continue }
            for (changed, isRight) in around(member, by: rule) {
                edges.append((.object(example.members.merging([name: changed]) { $1 }), isRight))
            }
        }
        return edges + itself(example, by: rules)
    }

    private func itself(_ example: Plain, by rules: Plain) -> [(Plain, isRight: Bool)] {
        var edges: [(Plain, isRight: Bool)] = []
        if let least = rules["minimum"]?.number { edges += [(.number(least), true), (.number(least - 1), false)] }
        if let most = rules["maximum"]?.number { edges += [(.number(most), true), (.number(most + 1), false)] }
        if let least = rules["minLength"]?.number { edges += [(Self.text(least), true), (Self.text(least - 1), false)] }
        if let most = rules["maxLength"]?.number { edges += [(Self.text(most), true), (Self.text(most + 1), false)] }
        if let item = example.items.first {
            if rules["minItems"] == .number(1) { edges += [(.list([item]), true), (.list([]), false)] }
            if let most = rules["maxItems"]?.number.map({ Int($0) }) {
                edges += [
                    (.list(Array(repeating: item, count: most)), true), (.list(Array(repeating: item, count: most + 1)), false),
                ]
            }
        }
        if let words = rules["enum"]?.items {
            // The name of a command determines which other members are valid.
            if !words.contains(example) || !words.contains(.text("pause")) { edges += words.map { ($0, true) } }
            edges.append((.text("nothing of the kind"), false))
        }
        switch rules["type"]?.text {
        case "boolean": edges += [(.truth(true), true), (.truth(false), true), (.number(1), false), (.text("true"), false)]
        case "integer" where rules["const"] == nil: edges += [(.number(0.5), false), (.text("1"), false), (.truth(true), false)]
        case "number": edges += [(.text("1"), false), (.truth(true), false), (.list([]), false)]
        case "string": edges += [(.number(1), false), (.truth(true), false), (.list([]), false)]
        default: break
        }
        return edges
    }

    private static func text(_ length: Double) -> Plain { .text(String(repeating: "x", count: Int(length))) }
}
