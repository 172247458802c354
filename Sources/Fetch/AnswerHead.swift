/// Status and header fields of an answer.
package struct AnswerHead: Sendable {
    /// Statuses of servers that are overloaded or restarting.
    private static let passing = [429, 502, 503, 504]

    package let status: Int
    /// Names are lowercase.
    package let fields: [(name: String, value: String)]

    /// The first field with this lowercase name.
    package func field(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    package var mayPass: Bool { Self.passing.contains(status) }

    /// What `Retry-After` asks for, if in seconds and at most a day.
    package var retryAfter: Duration? {
        guard let seconds = field("retry-after").flatMap({ Int($0) }), (0...86_400).contains(seconds) else { return nil }
        return .seconds(seconds)
    }
}
