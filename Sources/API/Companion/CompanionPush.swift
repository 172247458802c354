import Catalog
package import Library
package import Music
import Session
import Synchronization
import Text
package import Web

/// Sends the clients of `/ws/push` what happens: analyses, changes of the library, what rooms begin to play, who comes and goes.
package final class CompanionPush: Sendable {
    /// Something to tell the clients.
    package enum News: Sendable {
        case library(LibraryEvent)
        case begins(Piece, room: String)
    }

    private struct State {
        /// The clients, with the link by which each may read, if it came by one.
        var clients: [ConnectionID: Int?] = [:]
        var server: Server?
    }

    /// News that wait for the catalog. Beyond it the oldest are dropped: each tells of a state that can be asked for.
    private static let mostWaiting = 1024
    private static let forAll = Topic("companion/push")
    /// The same with the paths of files.
    private static let withFiles = Topic("companion/push/files")

    private let state = Mutex(State())
    private let news: AsyncStream<News>
    private let source: AsyncStream<News>.Continuation

    package init() {
        (news, source) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    }

    package func attach(_ server: Server) {
        state.withLock { $0.server = server }
    }

    /// How many clients hear the news now.
    var clientCount: Int { state.withLock { $0.clients.count } }

    /// Closes the clients that came by a link for which `isOver` is true.
    package func dismiss(_ isOver: (Int) -> Bool) {
        let (server, gone) = state.withLock { state in
            (state.server, state.clients.filter { $0.value.map(isOver) ?? false }.map(\.key))
        }
        for client in gone { server?.close(client, .goingAway, reason: "the link has ended") }
    }

    /// Takes news to be told; any thread may call it.
    package func hear(_ news: News) {
        guard clientCount > 0 else { return }
        source.yield(news)
    }

    /// Tells the news in their order, until the task ends.
    package func run(_ library: Library) async {
        for await one in news {
            switch one {
            case .library(let event): await tell(event, library)
            case .begins(let piece, let room):
                guard let track = try? await library.reader.track(of: piece) else { continue }  // It is gone again.
                publish(PushMessage(track, room: room), path: track)
            }
        }
    }

    private func tell(_ event: LibraryEvent, _ library: Library) async {
        switch event {
        case .analysis(let id, let step):
            guard let track = try? await library.reader.track(id) else { return }  // It is gone again.
            publish(PushMessage(step, of: track), path: track)
        case .library(let change): publish(PushMessage(change))
        case .scan(let progress): publish(PushMessage(progress))
        case .rescan(let server, let step): publish(PushMessage(step, of: server), isForFiles: event.isForHosts)
        case .upload(let news): publish(PushMessage(news), isForFiles: event.isForHosts)
        case .tags(let id, let outcome):
            guard let track = try? await library.reader.track(id) else { return }  // It is gone again.
            publish(PushMessage(outcome, of: track), path: track)
        }
    }

    fileprivate func join(_ socket: WebSocket, link: Int?, seesFiles: Bool) {
        let id = socket.id
        let count = state.withLock { state in
            state.clients[id] = .some(link)
            return state.clients.count
        }
        socket.send(text: JSON.bytes(PushMessage.hello(clients: count)))
        publish(PushMessage.clients(count, "joined"))
        socket.subscribe(to: seesFiles ? Self.withFiles : Self.forAll)
    }

    fileprivate func leave(_ id: ConnectionID) {
        let count = state.withLock { state in
            state.clients[id] = nil
            return state.clients.count
        }
        publish(PushMessage.clients(count, "left"))
    }

    private func publish(_ message: PushMessage, path track: Track? = nil, isForFiles: Bool = false) {
        guard let server = state.withLock({ $0.clients.isEmpty ? nil : $0.server }) else { return }
        if !isForFiles { server.publish(EncodedMessage(text: JSON.bytes(message)), to: Self.forAll, as: .always) }
        var told = message
        told.path = track.map { String(decoding: $0.place.path, as: UTF8.self) }
        server.publish(EncodedMessage(text: JSON.bytes(told)), to: Self.withFiles, as: .always)
    }
}

extension CompanionAPI {
    /// Clients may only say that they are there.
    private static let longestMessage = 4 << 10

    func addPush(to routes: inout Routes) {
        routes.webSocket(
            Self.prefix + "/ws/push",
            WebSocketRoute(maximumMessage: Self.longestMessage) { request in
                _ = try access.grant(request.caller)
                // Whoever opened a port for apps lets them know the files that they ask for.
                let seesFiles = request.caller.prefix == Self.prefix || access.may(request.caller, .seeFiles)
                return PushSession(push, link: access.link(of: request.caller), seesFiles: seesFiles)
            })
    }
}

/// A client of `/ws/push`.
private final class PushSession: WebSocketSession {
    private let push: CompanionPush
    private let link: Int?
    private let seesFiles: Bool
    private var id: ConnectionID?

    init(_ push: CompanionPush, link: Int?, seesFiles: Bool) {
        self.push = push
        self.link = link
        self.seesFiles = seesFiles
    }

    func opened(_ socket: WebSocket) {
        id = socket.id
        push.join(socket, link: link, seesFiles: seesFiles)
    }

    // Whatever a client says to keep its connection open is not answered: pings of WebSocket are.
    func closed(_ code: CloseCode) {
        if let id { push.leave(id) }
    }
}
