import Foundation
import Yardstick

/// Changes a few values of a JSON text to others, as a failing disk or a person might.
struct Damage {
    private static var values: [Any] {
        [
            0, -1, 1, 300, Int64.max, Int64.min, 1 << 52, -(1 << 52), 1.5, 1e300, -1e300, "", "x", true, NSNull(), [Any](),
            [String: Any](),
        ]
    }

    var numbers: SeededGenerator

    mutating func of(_ text: String) -> String {
        guard let value = try? JSONSerialization.jsonObject(with: Data(text.utf8)),
            let bytes = try? JSONSerialization.data(withJSONObject: changed(value), options: [.fragmentsAllowed])
        else { return text }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func changed(_ value: Any) -> Any {
        if Int.random(in: 0..<60, using: &numbers) == 0 { return Self.values.randomElement(using: &numbers) ?? 0 }
        if let list = value as? [Any] { return list.map { changed($0) } }
        guard let object = value as? [String: Any] else { return value }
        var result: [String: Any] = [:]
        for key in object.keys.sorted() { result[key] = changed(object[key] ?? 0) }
        return result
    }
}
