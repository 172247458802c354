/// What a server answered, as a client reads it.
struct Answer: Sendable {
    let status: Int
    let fields: [(name: String, value: String)]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The values of a field, joined as RFC 9110 allows; nil when it is missing.
    subscript(name: String) -> String? {
        let values = fields.filter { $0.name == name }.map(\.value)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Reads a head without its blank line; nil when it is none.
    init?(head: [UInt8]) {
        var lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)[
            ...]
        guard let statusLine = lines.popFirst(), statusLine.hasPrefix("HTTP/1.1 "),
            let status = Int(statusLine.dropFirst(9).prefix(3))
        else { return nil }
        var fields: [(name: String, value: String)] = []
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { return nil }
            fields.append((line[..<colon].lowercased(), String(line[line.index(colon, offsetBy: 2)...])))
        }
        self.status = status
        self.fields = fields
    }
}
