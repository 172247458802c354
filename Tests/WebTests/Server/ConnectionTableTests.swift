import Testing

@testable import Web

@Suite("The table of connections") struct ConnectionTableTests {
    private func add(to table: inout ConnectionTable, _ bench: Workbench) -> ConnectionID {
        let peer = PeerAddress(text: "192.0.2.1")!
        return table.insert { Connection(FakeTransport(), from: peer, id: $0, on: bench) }.id
    }

    @Test("a connection is found by its id until it is removed, and the next one in the slot has another id")
    func names() throws {
        try withBench { bench in
            var table = ConnectionTable(shard: 7)
            let first = add(to: &table, bench)
            let second = add(to: &table, bench)
            #expect(table.count == 2 && first != second && first.shard == 7)
            #expect(table[first]?.id == first && table[second.token]?.id == second)
            table.remove(first)
            #expect(table.count == 1 && table[first] == nil && table[second] != nil)
            let third = add(to: &table, bench)
            #expect(third.slot == first.slot && third != first && table[first] == nil && table[third]?.id == third)
            // A late removal of the slot's first connection does not remove the second.
            table.remove(first)
            #expect(table.count == 2 && table[third] != nil)
            table.remove(third)
            table.remove(third)
            #expect(table.count == 1)
            #expect(table[UInt64(1) << 32 | 99] == nil)
        }
    }

    @Test("a deadline expires once, and is removed with its connection")
    func deadlines() throws {
        try withBench { bench in
            var table = ConnectionTable(shard: 0)
            let ids = (0..<4).map { _ in add(to: &table, bench) }
            for (index, id) in ids.enumerated() { table.setDeadline(UInt64(100 * (index + 1)), for: id) }
            #expect(table.takeExpired(at: 99).isEmpty)
            #expect(table.takeExpired(at: 200).map(\.id) == [ids[0], ids[1]])
            #expect(table.takeExpired(at: 200).isEmpty)
            #expect(table.deadline(of: ids[0]) == .max && table.deadline(of: ids[2]) == 300)
            table.remove(ids[2])
            let next = add(to: &table, bench)
            #expect(next.slot == ids[2].slot && table.deadline(of: next) == .max)
            #expect(table.takeExpired(at: 1000).map(\.id) == [ids[3]])
        }
    }
}
