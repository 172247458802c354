/// The path parameters of a request, by name.
package struct Parameters: Sendable, Equatable {
    private let names: [String]
    private let values: [String]

    init(names: [String], values: [String]) {
        self.names = names
        self.values = values
    }

    /// The decoded text of `{name}`, or nil when the pattern has no such parameter.
    package subscript(name: String) -> String? {
        names.firstIndex(of: name).map { values[$0] }
    }

    /// The text of `{name}`.
    package func text(_ name: String) throws(HTTPError) -> String {
        guard let value = self[name] else { throw .missingParameter(name) }
        return value
    }

    /// The decimal number in `{name}`.
    package func int(_ name: String) throws(HTTPError) -> Int {
        let value = try text(name)
        guard let number = Int(value), value.utf8.first != 0x2B else {
            throw .malformedParameter(name: name, value: value)
        }
        return number
    }
}
