import Text

/// The control port of a Snapcast server: JSON-RPC 2.0, a message a line.
/// https://github.com/badaix/snapcast/blob/develop/doc/json_rpc_api/control.md
struct SnapTalk: TitleTalk {
    /// The state of a server with hundreds of clients.
    static let longestLine = 1 << 20
    private static let question = #"{"id":1,"jsonrpc":"2.0","method":"Server.GetStatus"}"# + "\r\n"

    private struct Message: Decodable {
        struct Outcome: Decodable { let server: Server }
        struct Changed: Decodable {
            let id: String?
            let properties: Properties?
        }

        let method: String?
        let params: Changed?
        let result: Outcome?
    }

    private struct Server: Decodable {
        struct Group: Decodable {
            struct Client: Decodable { let id: String }

            let stream: String
            let clients: [Client]

            private enum CodingKeys: String, CodingKey {
                case stream = "stream_id"
                case clients
            }
        }

        struct Stream: Decodable {
            let id: String
            let properties: Properties?
        }

        let groups: [Group]
        let streams: [Stream]
    }

    private struct Properties: Decodable {
        struct Song: Decodable {
            let title: String?
            let artist: [String]?
            let album: String?
        }

        let metadata: Song?

        var title: LiveTitle? {
            metadata.flatMap { LiveTitle(title: $0.title, artist: $0.artist?.joined(separator: ", "), album: $0.album) }
        }
    }

    /// What tells that a client may hear another stream.
    private static let moves: Set<String> = ["Server.OnUpdate", "Group.OnStreamChanged", "Stream.OnUpdate", "Client.OnConnect"]

    let greeting: String? = Self.question
    private let client: String
    /// The stream that the client hears.
    private var stream: String?
    private var isAsking = true

    /// `client` is the id by which the server knows us.
    init(client: String) { self.client = client }

    mutating func hear(_ line: [UInt8]) throws(TitleTrouble) -> TitleReply {
        // Other messages have other forms.
        guard let message = try? JSON.read(Message.self, from: line, atMost: Self.longestLine) else { return TitleReply() }
        if let server = message.result?.server {
            isAsking = false
            stream = server.groups.first { $0.clients.contains { $0.id == client } }?.stream
            return TitleReply(news: TitleNews(server.streams.first { $0.id == stream }?.properties?.title))
        }
        guard let method = message.method else { return TitleReply() }
        if method == "Stream.OnProperties", let changed = message.params, let id = changed.id {
            return id == stream ? TitleReply(news: TitleNews(changed.properties?.title)) : TitleReply()
        }
        guard Self.moves.contains(method), !isAsking else { return TitleReply() }
        isAsking = true
        return TitleReply(answer: Self.question)
    }
}
