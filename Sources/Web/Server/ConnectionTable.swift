/// Identifies one connection; never reused after the connection ends.
package struct ConnectionID: Hashable, Sendable {
    let shard: UInt16
    let slot: UInt32
    let generation: UInt32

    var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }
}

/// The connections of one loop, by slot; a slot's generation tells a stale event from one for the slot's next connection.
struct ConnectionTable {
    private struct Slot {
        var connection: Connection?
        var generation: UInt32 = 0
        var deadline = UInt64.max
    }

    private let shard: UInt16
    private var slots: ContiguousArray<Slot> = []
    private var free: [UInt32] = []
    private(set) var count = 0

    init(shard: UInt16) {
        self.shard = shard
    }

    mutating func insert(_ make: (ConnectionID) -> Connection) -> Connection {
        let slot: UInt32
        if let reused = free.popLast() {
            slot = reused
        } else {
            slot = UInt32(slots.count)
            slots.append(Slot())
        }
        // The top bit stays clear: tokens with it set belong to the loop itself.
        slots[Int(slot)].generation = (slots[Int(slot)].generation + 1) & 0x7FFF_FFFF
        let connection = make(ConnectionID(shard: shard, slot: slot, generation: slots[Int(slot)].generation))
        slots[Int(slot)].connection = connection
        count += 1
        return connection
    }

    mutating func remove(_ id: ConnectionID) {
        guard slots[Int(id.slot)].generation == id.generation, slots[Int(id.slot)].connection != nil else { return }
        slots[Int(id.slot)].connection = nil
        slots[Int(id.slot)].deadline = .max
        free.append(id.slot)
        count -= 1
    }

    subscript(token: UInt64) -> Connection? {
        let slot = Int(token & 0xFFFF_FFFF)
        guard slot < slots.count, slots[slot].generation == UInt32(token >> 32) else { return nil }
        return slots[slot].connection
    }

    subscript(id: ConnectionID) -> Connection? { self[id.token] }

    /// Sets the deadline, in clock microseconds, after which `takeExpired` returns the connection.
    mutating func setDeadline(_ deadline: UInt64, for id: ConnectionID) {
        slots[Int(id.slot)].deadline = deadline
    }

    func deadline(of id: ConnectionID) -> UInt64 {
        slots[Int(id.slot)].deadline
    }

    /// The connections whose deadline has passed, their deadlines cleared.
    mutating func takeExpired(at now: UInt64) -> [Connection] {
        var expired: [Connection] = []
        for index in slots.indices where slots[index].deadline <= now {
            slots[index].deadline = .max
            if let connection = slots[index].connection { expired.append(connection) }
        }
        return expired
    }

    var all: [Connection] { slots.compactMap { $0.connection } }
}
