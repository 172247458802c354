/// The conditions of a query, and the values in them.
struct Filter {
    enum Subject: Hashable {
        case row, content
    }

    private var conditions: [String] = []
    private(set) var values: [Value] = []
    private(set) var asksContent = false

    var isEmpty: Bool { conditions.isEmpty }
    var clause: String { conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ") }

    mutating func add(_ condition: String, _ values: Value..., of subject: Subject = .row) {
        add(condition, all: values, of: subject)
    }

    mutating func add(_ condition: String, all values: [Value], of subject: Subject = .row) {
        conditions.append(condition)
        self.values += values
        if subject == .content { asksContent = true }
    }

    /// Replaces the first condition, with the same values.
    mutating func replaceFirst(_ condition: String) {
        conditions[0] = condition
    }
}
