/// The mean of all channels, the mono that spectrum, waveform and silence are measured on.
package enum MonoMix {
    /// Fills `mono` anew with the mean of the block's rows, keeping its memory. What is no finite number becomes 0.
    package static func mix(_ block: SampleBlock, into mono: inout [Float]) {
        mono.removeAll(keepingCapacity: true)
        guard let first = block.rows.first else { return }
        mono.append(contentsOf: first)
        for row in block.rows.dropFirst() { add(row, to: &mono) }
        scale(&mono, by: 1 / Float(block.channels))
    }

    private static func add(_ row: [Float], to mono: inout [Float]) {
        precondition(row.count == mono.count)
        let row = row.span
        var mix = mono.mutableSpan
        for index in 0..<mix.count {
            unsafe mix[unchecked: index] += row[unchecked: index]
        }
    }

    private static func scale(_ mono: inout [Float], by factor: Float) {
        var mix = mono.mutableSpan
        for index in 0..<mix.count {
            let value = unsafe mix[unchecked: index] * factor
            unsafe mix[unchecked: index] = value.magnitude <= .greatestFiniteMagnitude ? value : 0
        }
    }
}
