/// Work at which two servers crashed within a minute, and which the next server refuses.
package struct SetAside: Equatable, Sendable {
    package enum Kind: String, CaseIterable {
        /// Named by method and address pattern; answered with 503 until `until`.
        case request
        /// Starts empty, once.
        case room
        /// The track's number; not played until its file changes or a host asks for its analysis.
        case track
    }

    /// A kind of request is refused this long, in microseconds.
    static let pause: UInt64 = 600_000_000
    /// Requests that are never refused: health checks, metrics and the WebSocket.
    private static let spared: Set<String> = [
        "GET /health", "GET /ready", "GET /version", "GET /metrics", "GET /ws",
    ]

    package let kind: Kind
    package let subject: String
    /// When it ends, in microseconds of the monotonic clock; 0 for no time limit.
    let until: UInt64

    init(_ kind: Kind, _ subject: String, until: UInt64 = 0) {
        self.kind = kind
        self.subject = subject
        self.until = until
    }

    /// Parses a crumb and sets its work aside from `now` on; nil for work that must not be refused.
    init?(crumb: String, at now: UInt64) {
        let parts = crumb.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, let kind = Kind(rawValue: String(parts[0])) else { return nil }
        let subject = String(parts[1])
        if kind == .request, Self.spared.contains(subject) { return nil }
        self.init(kind, subject, until: kind == .request ? now &+ Self.pause : 0)
    }

    /// The list in the format of the page.
    static func text(_ list: [SetAside]) -> String {
        list.map { "\($0.kind.rawValue) \($0.until) \($0.subject)\n" }.joined()
    }

    static func read(_ text: String) -> [SetAside] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2)
            guard parts.count == 3, let kind = Kind(rawValue: String(parts[0])), let until = UInt64(parts[1]) else { return nil }
            return SetAside(kind, String(parts[2]), until: until)
        }
    }
}

/// Decides which work to set aside: the same at two crashes within a minute.
struct Suspicion {
    /// The most microseconds between the two crashes.
    private static let window: UInt64 = 60_000_000
    /// The most entries in the list.
    private static let most = 64

    private var deaths: [(moment: UInt64, crumb: String)] = []
    private(set) var list: [SetAside]

    /// `list` is what is set aside already.
    init(list: [SetAside] = []) {
        self.list = list
    }

    /// Records a crash at a piece of work, which is empty if unknown. Returns what this sets aside.
    mutating func ended(at crumb: String, now: UInt64) -> SetAside? {
        list.removeAll { $0.kind == .request && $0.until <= now }
        deaths.removeAll { now > $0.moment &+ Self.window }
        guard !crumb.isEmpty else { return nil }
        defer { deaths.append((now, crumb)) }
        guard deaths.contains(where: { $0.crumb == crumb }), let new = SetAside(crumb: crumb, at: now),
            !list.contains(where: { $0.kind == new.kind && $0.subject == new.subject }), list.count < Self.most
        else { return nil }
        list.append(new)
        return new
    }

    /// Removes the entries that a host has removed from the page.
    mutating func keep(_ known: [SetAside]) {
        list.removeAll { !known.contains($0) }
    }

    /// The new server is ready: it has already set these rooms and tracks aside itself, so the list forgets them.
    mutating func served() {
        list.removeAll { $0.kind != .request }
    }
}
