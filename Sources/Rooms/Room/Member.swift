package import Session
package import Web

/// Who comes to a room, opens it if necessary, and sends commands.
package struct Visitor: Sendable {
    let asker: Asker
    /// What it may do in the room.
    let role: Role
    /// The link that it came by, if any.
    let link: Int?
    /// Tells guests apart, for votes: those at addresses that many share by the id that their page gives.
    let guest: String
    /// The hash of the key by which it says to be a person of the room's party.
    let person: String?

    package init(
        _ asker: Asker, address: String, client: String? = nil, person: String? = nil, role: Role = .viewer, link: Int? = nil
    ) {
        self.person = person.map(Self.hash)
        self.asker = asker
        self.role = role
        self.link = link
        guest = asker.isShared ? "\(address) \(client ?? "")" : address
    }

    var isHost: Bool { role >= .host }

    var author: Author { isHost ? .host : .guest(guest) }
}

/// A client in a room.
package struct Member {
    let id: ConnectionID
    /// Its number for other clients, counted up from the server's start.
    let number: Int
    let kind: Hello.Kind
    /// The id that the client gives itself, the same at every visit.
    let client: String?
    let address: String
    let visitor: Visitor
    /// The name in its hello.
    var name: String
    /// The name that it suggested for itself, numbered if another client here has the same.
    var device: String?
    /// What it is called where people gave it no name.
    var ownName: String? { name.isEmpty ? device : name }
    /// The streams that were granted to it.
    package var streams: Streams
    package var isVisible = true
    package var report = Report()
    /// What it was told about itself last.
    var told: You?

    /// Whose quotas it uses.
    var asker: Asker { visitor.asker }

    /// The streams that are sent now: a screen that nobody sees needs no frames, beats or sound.
    var sent: Streams {
        guard !isVisible else { return streams }
        return streams.removing([.frames, .beats, .audio])
    }

    /// Whether people can hear it. A page says so; it makes the clicks of the metronome itself, without the room's sound.
    var isHeard: Bool { isVisible && (report.sound.map { $0 == .on } ?? (streams.audio != nil)) && report.volume != 0 }

    /// The key by which the room remembers it.
    var key: String { client ?? "\(address)/\(name)" }
}

/// The clients in a room, with counts for which nobody has to walk over all of them.
package struct Members {
    private var all: [ConnectionID: Member] = [:]
    /// How many are heard.
    private(set) var sounding = 0
    /// How many clients each guest has here.
    private var seats: [String: Int] = [:]

    package subscript(id: ConnectionID) -> Member? {
        get { all[id] }
        set {
            if let old = all[id] { count(old, -1) }
            if let newValue { count(newValue, 1) }
            all[id] = newValue
        }
    }

    package var values: some Collection<Member> { all.values }
    package var count: Int { all.count }
    /// The guests who are here, by what tells them apart.
    var guests: Set<String> { Set(seats.keys) }

    mutating func remove(_ id: ConnectionID) -> Member? {
        defer { self[id] = nil }
        return self[id]
    }

    private mutating func count(_ member: Member, _ difference: Int) {
        if member.isHeard { sounding += difference }
        guard member.visitor.role == .guest else { return }
        let left = seats[member.visitor.guest, default: 0] + difference
        seats[member.visitor.guest] = left == 0 ? nil : left
    }
}
