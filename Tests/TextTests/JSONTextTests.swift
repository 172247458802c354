import Foundation
import Testing

@testable import Text

@Suite struct JSONTextTests {
    /// A value with every kind of member that the program uses.
    private struct Example: Encodable, Equatable {
        var name = ""
        var numbers: [Double] = []
        var count = 0
        var share: Float = 0
        var isTrue = false
        var nothing: String?
        var bytes: [UInt8] = []
        var inner: [Example] = []

        private enum Key: String, CodingKey { case name, numbers, count, share, isTrue, nothing, bytes, inner }

        func encode(to encoder: any Encoder) throws {
            var object = encoder.container(keyedBy: Key.self)
            try object.encode(name, forKey: .name)
            try object.encode(numbers, forKey: .numbers)
            try object.encode(count, forKey: .count)
            try object.encode(share, forKey: .share)
            try object.encode(isTrue, forKey: .isTrue)
            try object.encode(nothing, forKey: .nothing)
            try object.encodeIfPresent(nothing, forKey: .nothing)
            try object.encode(bytes, forKey: .bytes)
            try object.encode(inner, forKey: .inner)
        }

        static func random(_ generator: inout SeededGenerator, depth: Int) -> Example {
            var example = Example()
            let scalars = (0..<Int.random(in: 0...12, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...(Bool.random(using: &generator) ? 0x7F : 0x2FFFF), using: &generator))
            }
            example.name = String(String.UnicodeScalarView(scalars))
            example.numbers = (0..<4).map { _ in
                Double.random(in: -1...1, using: &generator) * pow(10, Double.random(in: -300...300, using: &generator))
            }
            example.count = Int.random(in: .min ... .max, using: &generator)
            example.share = Float.random(in: -1...1, using: &generator)
            example.isTrue = .random(using: &generator)
            example.bytes = (0..<Int.random(in: 0...3, using: &generator)).map { _ in .random(in: 0...255, using: &generator) }
            let count = depth == 0 ? 0 : Int.random(in: 0...3, using: &generator)
            example.inner = (0..<count).map { _ in random(&generator, depth: depth - 1) }
            return example
        }
    }

    @Test("the output decodes to the same as that of Foundation's encoder", arguments: 1...200)
    func readsAsFoundations(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let example = Example.random(&generator, depth: 2)
        let ours = try JSONSerialization.jsonObject(with: Data(JSON.bytes(example)))
        let theirs = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(example))
        #expect(try #require(ours as? NSDictionary) == #require(theirs as? NSDictionary))
    }

    @Test("every character survives encoding")
    func everySign() throws {
        let text = String(String.UnicodeScalarView((0...0xFFFF).compactMap { Unicode.Scalar(UInt32($0)) }))
        let read = try JSONDecoder().decode([String].self, from: Data(JSON.bytes([text])))
        #expect(Array(read[0].unicodeScalars) == Array(text.unicodeScalars))
    }

    @Test("numbers are short, and those that JSON cannot express are strings")
    func numbers() {
        let values = [0, -0.5, 1, 1e300, .infinity, -.infinity, .nan]
        #expect(String(decoding: JSON.bytes(values), as: UTF8.self) == #"[0,-0.5,1,1e+300,"inf","-inf","nan"]"#)
    }

    @Test("lists of integers survive encoding, also one by one")
    func lists() {
        let bytes = [UInt8](0...255)
        let wanted = "[\(bytes.map(\.description).joined(separator: ","))]"
        #expect(String(decoding: JSON.bytes(bytes), as: UTF8.self) == wanted)
        #expect(String(decoding: JSON.bytes(bytes.map(Optional.some)), as: UTF8.self) == wanted)
        let numbers = [0, 9, 10, 99, 100, 101, 999, 1000, -1, .min, .max]
        #expect(
            String(decoding: JSON.bytes([numbers, []]), as: UTF8.self)
                == "[[0,9,10,99,100,101,999,1000,-1,-9223372036854775808,9223372036854775807],[]]")
    }

    @Test("members keep the order of encoding, also around nested values")
    func nested() {
        struct Nested: Encodable {
            enum Key: String, CodingKey { case a, b, c, d }
            func encode(to encoder: any Encoder) throws {
                var object = encoder.container(keyedBy: Key.self)
                var inner = object.nestedContainer(keyedBy: Key.self, forKey: .d)
                try inner.encode(1, forKey: .a)
                var list = object.nestedUnkeyedContainer(forKey: .c)
                try list.encode("x")
                try list.encodeNil()
                try object.encodeNil(forKey: .b)
                try object.encode([String](), forKey: .a)
            }
        }
        #expect(String(decoding: JSON.bytes(Nested()), as: UTF8.self) == #"{"d":{"a":1},"c":["x",null],"b":null,"a":[]}"#)
    }
}
