/// Writes response heads into one buffer that a loop reuses.
struct ResponseHead {
    private(set) var bytes: [UInt8] = []
    private var dateLine: [UInt8] = []
    private var dateSecond = -1

    private static let common: StaticString = "server: downbeat\r\nx-content-type-options: nosniff\r\n"

    /// Starts a new head with the status line and the fields that every answer has.
    mutating func begin(_ status: Status, date second: Int) {
        bytes.removeAll(keepingCapacity: true)
        bytes.append(contentsOf: "HTTP/1.1 ".utf8)
        append(number: status.code)
        bytes.append(UInt8(ascii: " "))
        bytes.append(contentsOf: status.reason.utf8)
        bytes.append(contentsOf: "\r\n".utf8)
        Self.common.withUTF8Buffer { bytes.append(contentsOf: $0) }
        if second != dateSecond {
            dateSecond = second
            dateLine = Array("date: \(HTTPDate.text(second))\r\n".utf8)
        }
        bytes.append(contentsOf: dateLine)
    }

    mutating func add(_ name: StaticString, _ value: String) {
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        finishField(value)
    }

    mutating func add(_ name: String, _ value: String) {
        bytes.append(contentsOf: name.utf8)
        finishField(value)
    }

    mutating func addLength(_ count: Int) {
        bytes.append(contentsOf: "content-length: ".utf8)
        append(number: count)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    /// Adds prepared lines, each with its CRLF.
    mutating func add(lines: [UInt8]) {
        bytes.append(contentsOf: lines)
    }

    mutating func end() {
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private mutating func finishField(_ value: String) {
        bytes.append(contentsOf: ": ".utf8)
        bytes.append(contentsOf: value.utf8)
        bytes.append(contentsOf: "\r\n".utf8)
    }

    private mutating func append(number: Int) {
        if number >= 10 { append(number: number / 10) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
