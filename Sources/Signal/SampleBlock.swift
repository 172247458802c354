/// A block of samples, one row for each channel, all equally long. Reused from block to block to keep its memory.
package struct SampleBlock: Sendable {
    package var rows: [[Float]]

    package init(channels: Int) {
        rows = Array(repeating: [], count: channels)
    }

    package var channels: Int { rows.count }
    package var count: Int { rows.first?.count ?? 0 }

    package mutating func removeAll() {
        for channel in rows.indices { rows[channel].removeAll(keepingCapacity: true) }
    }
}
