/// The mean of all channels. Spectrum, waveform and silence are measured on this mono mix.
package enum MonoMix {
    /// Replaces `mono` by the mean of the block's rows, reusing its memory. Samples that are not finite become 0.
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
