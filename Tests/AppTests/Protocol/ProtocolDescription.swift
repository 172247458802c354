import Foundation

/// The protocol of rooms as described in Public/asyncapi.yaml, for tests to compare with real messages.
enum ProtocolDescription {
    struct Message {
        let name: String
        let schema: Plain
        let examples: [Plain]

        var isBinary: Bool { schema["format"] == .text("binary") }
    }

    static let text: String = {
        let file = Downbeat.checkout.appendingPathComponent("Public/asyncapi.yaml")
        return (try? String(contentsOf: file, encoding: .utf8)) ?? ""  // If the file is missing, every test fails.
    }()

    static let whole = Plain(Outline(text))
    static let schema = Schema(named: whole["components"]?["schemas"]?.members ?? [:])

    static let messages = described { !$0.hasPrefix("push") }
    /// Those of the companion's socket.
    static let pushed = described { $0.hasPrefix("push") }

    private static func described(_ isWanted: (String) -> Bool) -> [String: Message] {
        (whole["components"]?["messages"]?.members ?? [:]).filter { isWanted($0.key) }.reduce(into: [:]) { all, message in
            let payload = message.value["payload"] ?? .null
            all[message.key] = Message(
                name: message.key, schema: payload["$ref"].flatMap(schema.target) ?? payload,
                examples: message.value["examples"]?.items.compactMap { $0["payload"] } ?? [])
        }
    }

    /// Names of the messages in one direction: the action `receive` for clients' messages, `send` and the replies for the server's.
    static func names(ofClients: Bool) -> Set<String> {
        var names: Set<String> = []
        for operation in whole["operations"]?.members.values.map(\.self) ?? []
        where operation["channel"]?["$ref"] == .text("#/channels/socket") {
            let said = (operation["action"] == .text("receive")) == ofClients ? operation["messages"]?.items ?? [] : []
            let replied = ofClients ? [] : operation["reply"]?["messages"]?.items ?? []
            names.formUnion((said + replied).compactMap { $0["$ref"]?.text?.split(separator: "/").last.map(String.init) })
        }
        return names
    }

    /// The violations of a message's schema by a text message; empty if there are none.
    static func complaints(_ name: String, _ json: some Sequence<UInt8>) -> [String] {
        guard let message = messages[name] else { return ["no message is called \(name)"] }
        guard let value = try? Plain(json: json) else {
            return ["\(name) is no JSON: \(String(decoding: Array(json), as: UTF8.self))"]
        }
        return schema.complaints(about: value, by: message.schema, at: name)
    }

    /// The violations by a message of the companion's socket, whichever it is; empty if there are none.
    static func complaints(ofPush json: some Sequence<UInt8>) -> [String] {
        guard let value = try? Plain(json: json), let type = value["type"]?.text, let first = type.first,
            let message = pushed["push" + first.uppercased() + type.dropFirst()]
        else { return ["no push: \(String(decoding: Array(json), as: UTF8.self))"] }
        return schema.complaints(about: value, by: message.schema, at: type)
    }

    /// The violations by a text message of the server, whichever it is; empty if there are none.
    static func complaints(ofServer json: some Sequence<UInt8>) -> [String] {
        guard let value = try? Plain(json: json), let type = value["type"]?.text else {
            return ["no message: \(String(decoding: Array(json), as: UTF8.self))"]
        }
        let name = type == "time" ? "timeAnswer" : type
        guard names(ofClients: false).contains(name) else { return ["no server says \(type)"] }
        return complaints(name, json)
    }
}
