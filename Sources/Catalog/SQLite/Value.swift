/// The value of a statement's parameter.
enum Value: Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
    case none
    case integer(Int64)
    case real(Double)
    case text(String)
    case bytes([UInt8])

    init(integerLiteral value: Int64) { self = .integer(value) }
    init(stringLiteral value: String) { self = .text(value) }
    init(nilLiteral: ()) { self = .none }

    init(_ value: Int?) { self = value.map { .integer(Int64($0)) } ?? .none }
    init(_ value: Int64?) { self = value.map { .integer($0) } ?? .none }
    init(_ value: Double?) { self = value.map { .real($0) } ?? .none }
    init(_ value: String?) { self = value.map { .text($0) } ?? .none }
    init(_ value: [UInt8]) { self = .bytes(value) }
    init(_ value: Bool) { self = .integer(value ? 1 : 0) }
}
