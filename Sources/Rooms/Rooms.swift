import Catalog
package import Guardian
package import Library
package import Live
import Music
package import Session
import Synchronization
package import System
import Text
package import Web

/// All rooms of the server, on one thread of their own, so that everything happens one after the other.
package actor Rooms {
    /// Most rooms: more than a house has. Each costs some kilobytes and timer events.
    static let mostRooms = 64
    /// Most rooms opened by one asker. A room no longer counts once a host has changed it.
    private static let mostOfOne = 16
    /// The last rooms are reserved for hosts, and some before them for askers that have opened none.
    private static let (keptForHosts, keptForNewcomers) = (8, 8)
    /// Most actions that wait at the start until the rooms are restored. Beyond it sockets are closed, so that no more messages
    /// arrive; clients that joined before may still leave, and HTTP requests wait within their quota.
    private static let mostEarly = 10_000
    /// A room other than the main one is deleted after nobody was there and nothing played for this long.
    private static let idleExpiry = MediaTime(seconds: 6 * 3600)
    /// A room that plays to nobody is deleted after this long.
    private static let lonelyExpiry = MediaTime(seconds: 48 * 3600)

    let timed: TimedLoop
    let library: Library
    let log: Log
    nonisolated let clock: any HouseClock
    /// Nil if the server runs without a guardian.
    let guarded: Guarded?
    package nonisolated let figures = RoomFigures()
    nonisolated let seats = SoundSeats()
    let store: any RoomStore
    /// Nil until the server is open.
    private(set) var bus: (any RoomBus)?
    private(set) var observers: [RoomObserver] = []
    /// What they hear.
    var observed: Set<RoomStream> { observers.reduce(into: []) { $0.formUnion($1.streams) } }
    var rooms: [String: Room] = [:]
    /// The decoders of the rooms whose sound somebody hears.
    var sounds: [String: RoomSound] = [:]
    /// The live sources of the server.
    package nonisolated let inputs: Inputs
    package nonisolated let recordings: Recordings
    /// Tells which parties are open.
    package nonisolated let parties = PartyWatch()
    /// The listeners of rooms at live sources.
    var hearings: [Hearing: Int] = [:]
    /// What asks servers on which rooms follow somebody.
    var watches: [String: Task<Void, Never>] = [:]
    /// What looks whether the inputs sound that rooms switch to; nil while none does.
    var inputWatch: Task<Void, Never>?
    var soundSwitches: [String: SoundSwitch] = [:]
    /// What fetches the files of the rooms' next pieces.
    var aheads: [String: Task<Void, Never>] = [:]
    /// Who waits for a room's queue to be encoded, each with the least edition that answers.
    var waiters: [String: [(edition: Int, answer: CheckedContinuation<QueueSheet, Never>)]] = [:]
    private var homes: [ConnectionID: String] = [:]
    private var numbers: [ConnectionID: Int] = [:]
    private var lastNumber = 0
    /// The actions that wait until the rooms are restored; nil afterwards.
    var early: [(isolated Rooms) -> Void]? = []
    nonisolated let crowd = Atomic<Bool>(false)
    /// Wishes that wait for the catalog, and those queued behind them, by room.
    var inboxes: [String: RoomInbox] = [:]
    var logs: [String: RoomLog<LogAnswer>] = [:]
    /// Continues once all wishes are answered.
    private var settling: CheckedContinuation<Void, Never>?
    /// Whether the rooms say that the disk is full.
    var saysFull = false

    package nonisolated var unownedExecutor: UnownedSerialExecutor { timed.loop.asUnownedSerialExecutor() }

    package init(
        _ library: Library, _ store: any RoomStore, log: Log, clock: any HouseClock, _ inputs: Inputs? = nil,
        _ guarded: Guarded? = nil
    ) throws(SystemError) {
        timed = try TimedLoop(clock, board: guarded?.board)
        self.clock = clock
        self.guarded = guarded
        self.inputs = inputs ?? Inputs([], clock)
        recordings = Recordings(self.inputs, library, log, clock)
        self.library = library
        self.store = store
        self.log = log
    }

    /// Starts the thread; posted actions wait there for `restore`.
    package nonisolated func open(_ bus: any RoomBus, observers: [RoomObserver] = []) {
        timed.loop.submit { self.assumeIsolated { ($0.bus, $0.observers) = (bus, observers) } }
        timed.start(name: "rooms") { self.assumeIsolated { $0.act() } }
    }

    /// Returns when the rooms are restored: a change before that would be lost.
    func restored() async {
        guard early != nil else { return }
        await withCheckedContinuation { continuation in early?.append { _ in continuation.resume() } }
    }

    /// Returns when every wish that has come is done, stored and answered. Called once, by a server that stops.
    package func settled() async {
        await restored()
        await withCheckedContinuation { continuation in
            settling = continuation
            tellIfSettled()
        }
    }

    /// Called when a wish may have been the last.
    func tellIfSettled() {
        guard settling != nil, inboxes.isEmpty, !logs.values.contains(where: \.isAtWork) else { return }
        settling.take()?.resume()
    }

    /// Runs an action on the rooms' actor soon, in the order of posting, but not before the rooms are restored.
    package nonisolated func post(_ action: @escaping @Sendable (isolated Rooms) -> Void) {
        timed.loop.submit {
            self.assumeIsolated { rooms in
                guard let count = rooms.early?.count else { return action(rooms) }
                rooms.early?.append(action)
                if count >= Self.mostEarly { rooms.crowd.store(true, ordering: .relaxed) }
            }
        }
    }

    /// Whether so many actions wait for the rooms to be restored that clients must try again later.
    package nonisolated var isCrowded: Bool { crowd.load(ordering: .relaxed) }

    /// Ends the thread. Rooms are stored after each change, so there is nothing left to store.
    package nonisolated func close() {
        timed.loop.stop()
        parties.end()
    }

    package nonisolated var now: ServerTime { ServerTime(microseconds: Int64(clock.now)) }

    private func act() -> UInt64? {
        let now = now
        // Each room acts at its own moment: those before it took time.
        for name in names(where: { $0.isDue(at: now) }) { work(on: name) { $0.actIfDue(at: self.now) } }
        return rooms.values.compactMap(\.wake).min().map { UInt64(max(0, $0.microseconds)) }
    }

    /// The names of some rooms. A loop over `rooms` itself would hold a copy, and the first change would copy all queues.
    func names(where isMeant: (Room) -> Bool) -> [String] {
        rooms.compactMap { isMeant($0.value) ? $0.key : nil }
    }

    /// Calls `body` with a room, if there is one; the room acts after that.
    @discardableResult
    package func with<Value, Failure: Error>(
        _ name: String, _ body: (inout Room, ServerTime) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        try work(on: name) { room throws(Failure) in
            room.isTouched = true
            return try body(&room, now)
        }
    }

    /// Calls `body` with a room, if there is one, and does what the room wants done. Meanwhile the room is not in `rooms`, so that
    /// it is changed in place.
    private func work<Value, Failure: Error>(
        on name: String, _ body: (inout Room) throws(Failure) -> Value
    ) throws(Failure) -> Value? {
        guard var room = rooms.removeValue(forKey: name) else { return nil }
        WorkBoard.mark(room.crumb)
        defer {
            while case let effects = room.takeEffects(), !effects.isEmpty { carryOut(effects, of: &room) }
            let entries = room.takeLog()
            rooms[name] = room
            WorkBoard.mark(nil)
            if !entries.isEmpty {
                logs[name, default: RoomLog()].append(entries)
                write(name)
            }
        }
        return try body(&room)
    }

    /// The room with a name as it is now, if there is one; the main room always exists.
    func existing(_ name: String) throws(MessageProblem) -> Room {
        if name == RoomName.main { try open(name) }
        guard let room = rooms[name] else { throw MessageProblem(.notFound, "There is no room \(name).") }
        return room
    }

    /// Opens a room if there is none of this name yet; without a visitor, the request comes from a host.
    func open(_ name: String, for visitor: Visitor? = nil) throws(MessageProblem) {
        guard rooms[name] == nil else { return }
        expire()
        if name != RoomName.main { try checkNumber(for: visitor) }
        guard bus != nil else { throw MessageProblem(.noRoom, "The server is just starting.") }
        // The first client of a server without music gets the demo.
        let autoplay = name == RoomName.main && library.demo != nil ? RoomSettings.Autoplay.demo : .library
        rooms[name] = Room(
            name, RoomState(seed: .random(in: 0 ... .max), autoplay: autoplay),
            // Rooms that hosts open do not count for viewers at the same address.
            founder: visitor.flatMap { $0.isHost || name == RoomName.main ? nil : $0.asker }, observed: observed, at: now)
        if saysFull { rooms[name]?.report(Self.fullDisk) }
    }

    private func checkNumber(for visitor: Visitor?) throws(MessageProblem) {
        var most = Self.mostRooms
        if let visitor, !visitor.isHost {
            most -= Self.keptForHosts
            let own = rooms.values.count { $0.founder == visitor.asker }
            if own > 0 { most -= Self.keptForNewcomers }
            guard own < Self.mostOfOne else {
                figures.refuse(.rooms)
                throw MessageProblem(.tooMany, "Your address has opened \(own) rooms already.")
            }
        }
        guard rooms.count < most else {
            figures.refuse(.rooms)
            throw MessageProblem(.tooMany, "There are \(rooms.count) rooms already.")
        }
    }

    /// Deletes a room at once that nobody is in and nobody has changed.
    private func dropIfUnused(_ name: String) {
        guard let room = rooms[name], name != RoomName.main, room.isEmpty, room.state.revision == 0, !isAwaited(name) else {
            return
        }
        drop(name)
    }

    private func drop(_ name: String) {
        rooms[name] = nil
        logs[name] = nil
        sounds[name] = nil
        aheads.removeValue(forKey: name)?.cancel()
        soundSwitches[name] = nil
        watchServers()
        watchInputs()
    }

    /// Whether somebody waits for an answer from a room.
    private func isAwaited(_ name: String) -> Bool {
        inboxes[name] != nil || logs[name]?.isAtWork == true || waiters[name] != nil
    }

    /// Deletes rooms that nobody has used for long.
    func expire() {
        let now = now
        // A room that a host has named stays until a host deletes it.
        for (name, room) in rooms where name != RoomName.main && room.isEmpty && room.state.settings.label == nil {
            // A room that nobody has changed is deleted at once.
            let isOver =
                room.state.revision == 0 || now > room.lastVisit.later(Self.lonelyExpiry)
                || now > room.lastUse.later(Self.idleExpiry)
            // Pending answers must be given first.
            guard isOver, !isAwaited(name) else { continue }
            drop(name)
            guard room.state.revision > 0 else { continue }
            let log = log
            // In the order of the calls: a new room of this name may be kept a moment later.
            store.forget(room: name) { trouble in
                if let trouble { log.warning("a room could not be deleted", ["room": name, "reason": "\(trouble)"]) }
            }
        }
    }

    /// Deletes a room in which nobody is, and returns once it is gone from the disk.
    package func delete(_ name: String) async throws(MessageProblem) {
        await restored()
        guard name != RoomName.main else { throw MessageProblem(.conflict, "The main room cannot be deleted.") }
        guard try existing(name).isEmpty else { throw MessageProblem(.conflict, "Somebody is in the room \(name).") }
        guard !isAwaited(name) else { throw MessageProblem(.conflict, "The room \(name) is just being changed: try again.") }
        drop(name)
        let trouble = await withCheckedContinuation { continuation in
            store.forget(room: name) { continuation.resume(returning: $0) }
        }
        guard trouble == nil else {
            throw MessageProblem(.notKept, "The room is deleted, but comes back with the next start: the disk cannot be written.")
        }
    }

    /// Frees caches, retries failed writes and deletes unused rooms.
    package func beat() {
        for name in names(where: \.isEmpty) { rooms[name]?.queue.free() }
        keepAgain()
        tellDisk()
        expire()
        tellParties()
    }

    /// Lets a client in, or moves it to another room.
    package func join(_ client: ConnectionID, _ hello: Hello, _ visitor: Visitor, address: String) {
        do {
            // A client that is refused stays in its room.
            try open(hello.room, for: visitor)
            if let home = homes[client] {
                with(home) { room, _ in room.leave(client) }
                if home != hello.room { dropIfUnused(home) }
            }
            let number = numbers[client] ?? nextNumber(client)
            let member = Member(
                id: client, number: number, kind: hello.kind, client: hello.client, address: address, visitor: visitor,
                name: hello.name, streams: hello.streams)
            with(hello.room) { room, now in room.join(member, at: now) }
            homes[client] = hello.room
        } catch {
            tell(client, error)
        }
    }

    package func leave(_ client: ConnectionID) {
        numbers[client] = nil
        guard let home = homes.removeValue(forKey: client) else { return }
        with(home) { room, _ in room.leave(client) }
        dropIfUnused(home)
    }

    /// Lets an event stream hear a room from now on. Its quota limits the number of event streams.
    package func listen(_ name: String, _ streams: Streams, as number: Int, _ visitor: Visitor) async throws {
        await restored()
        try open(name, for: visitor)
        with(name) { room, now in room.listen(streams, as: number, asker: visitor.asker, at: now) }
    }

    /// Removes an event stream that has ended.
    package func endListening(_ number: Int, in name: String, _ visitor: Visitor) {
        with(name) { room, _ in room.endListening(number, asker: visitor.asker) }
        dropIfUnused(name)
    }

    /// Closes the connections of all who came by links that no longer hold: they come back with what is left to them.
    package func dismiss(where isOver: (_ link: Int) -> Bool) {
        for (client, home) in homes {
            guard let link = rooms[home]?.members[client]?.visitor.link, isOver(link) else { continue }
            bus?.dismiss(.socket(client))
        }
    }

    /// Changes a client's streams, or what is known of it.
    package func change(_ client: ConnectionID, tellsGranted: Bool, _ body: (inout Member) -> Void) {
        guard let home = homes[client] else { return }
        with(home) { room, now in
            room.change(client, at: now, body) { member in tellsGranted ? JSON.bytes(GrantedMessage(member.streams)) : nil }
        }
    }

    /// Applies a client's wish in its room, and sends it the result.
    /// `room` is the one whose rights were checked: a hello to it may have been refused since, and another command on its way.
    /// After `until` the wish is refused: its page has told the person that nothing was done.
    package func apply(_ wish: Wish, of client: ConnectionID, in room: String, id: Int?, until: ServerTime? = nil) {
        guard let home = homes[client] else { return tell(client, MessageProblem(.helloFirst, "Say hello first.", id: id)) }
        guard home == room else {
            return tell(client, MessageProblem(.conflict, "You are not in the room \(room): say hello again.", id: id))
        }
        guard until.map({ now <= $0 }) ?? true else {
            figures.count(command: false)
            return tell(client, MessageProblem(.tooLate, "The command arrived too late, and nothing was done.", id: id))
        }
        guard let visitor = rooms[home]?.members[client]?.visitor else { return }
        apply(wish, of: visitor, in: home) { rooms, outcome in
            switch outcome {
            case .success(let result):
                rooms.bus?.tell(client, JSON.bytes(ResultMessage(id: id, result)))
            case .failure(let problem):
                rooms.tell(client, MessageProblem(problem.code, problem.message, id: id))
            }
        }
    }

    /// Sends an error to a client.
    package func tell(_ client: ConnectionID, _ problem: MessageProblem) {
        bus?.tell(client, JSON.bytes(problem))
    }

    private func nextNumber(_ client: ConnectionID) -> Int {
        lastNumber += 1
        numbers[client] = lastNumber
        return lastNumber
    }
}
