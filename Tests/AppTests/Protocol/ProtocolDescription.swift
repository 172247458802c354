import Foundation

/// The protocol of rooms as Public/asyncapi.yaml tells it, for tests to hold real messages against.
enum ProtocolDescription {
    struct Message {
        let name: String
        let schema: Plain
        let examples: [Plain]

        var isBinary: Bool { schema["format"] == .text("binary") }
    }

    static let text: String = {
        let file = Downbeat.checkout.appendingPathComponent("Public/asyncapi.yaml")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""  // Empty, every test of it fails.
    }()

    static let whole = Plain(Outline(text))
    static let schema = Schema(named: whole["components"]?["schemas"]?.members ?? [:])

    static let messages: [String: Message] = (whole["components"]?["messages"]?.members ?? [:]).reduce(into: [:]) { all, message in
        let payload = message.value["payload"] ?? .null
        all[message.key] = Message(
            name: message.key, schema: payload["$ref"].flatMap(schema.target) ?? payload,
            examples: message.value["examples"]?.items.compactMap { $0["payload"] } ?? [])
    }

    /// Names of the messages that go one way: `receive` is what clients say, `send` and what replies is what the server says.
    static func names(ofClients: Bool) -> Set<String> {
        var names: Set<String> = []
        for operation in whole["operations"]?.members.values.map(\.self) ?? [] {
            let said = (operation["action"] == .text("receive")) == ofClients ? operation["messages"]?.items ?? [] : []
            let replied = ofClients ? [] : operation["reply"]?["messages"]?.items ?? []
            names.formUnion((said + replied).compactMap { $0["$ref"]?.text?.split(separator: "/").last.map(String.init) })
        }
        return names
    }

    /// What is wrong with a text message by the description of the one with this name; empty where nothing is.
    static func complaints(_ name: String, _ json: some Sequence<UInt8>) -> [String] {
        guard let message = messages[name] else { return ["no message is called \(name)"] }
        guard let value = try? Plain(json: json) else {
            return ["\(name) is no JSON: \(String(decoding: Array(json), as: UTF8.self))"]
        }
        return schema.complaints(about: value, by: message.schema, at: name)
    }

    /// What is wrong with a text message that a server sent, whichever it is; empty where nothing is.
    static func complaints(ofServer json: some Sequence<UInt8>) -> [String] {
        guard let value = try? Plain(json: json), let type = value["type"]?.text else {
            return ["no message: \(String(decoding: Array(json), as: UTF8.self))"]
        }
        let name = type == "time" ? "timeAnswer" : type
        guard names(ofClients: false).contains(name) else { return ["no server says \(type)"] }
        return complaints(name, json)
    }
}
