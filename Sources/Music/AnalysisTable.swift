/// The fixed fields at the beginning of an analysis file, checked.
struct AnalysisHeader {
    let analyzer: Int
    let sectionCount: Int
    let sampleRate: Int
    let channels: Int
    let sampleCount: Int

    init(_ file: FileBytes) throws(AnalysisFileError) {
        typealias Field = AnalysisLayout.Header
        guard file.count >= AnalysisLayout.firstSection else { throw .tooShort(file.count) }
        let isAnalysis = file.withValues(of: UInt8.self, at: 0, count: AnalysisLayout.magic.count) { bytes in
            bytes.indices.allSatisfy { bytes[$0] == AnalysisLayout.magic[$0] }
        }
        guard isAnalysis else { throw .notAnAnalysis }
        let version = file.value(UInt32.self, at: Field.version)
        guard version == AnalysisLayout.version else { throw .version(version) }
        let length = file.value(UInt64.self, at: Field.fileLength)
        guard length == UInt64(file.count) else { throw .length(written: length, found: file.count) }
        // The checksum's own field counts as zero.
        guard file.value(UInt32.self, at: Field.checksum) == AnalysisHeader.checksum(file) else {
            throw .damaged("the checksum of its header is wrong")
        }
        let rate = file.value(UInt32.self, at: Field.sampleRate)
        let samples = file.value(UInt64.self, at: Field.sampleCount)
        guard rate > 0, samples < 1 << 48, samples / UInt64(rate) < AnalysisLayout.longest else {
            throw .damaged("its sample rate or length is out of range")
        }
        analyzer = Int(file.value(UInt32.self, at: Field.analyzer))
        sectionCount = Int(file.value(UInt32.self, at: Field.sectionCount))
        sampleRate = Int(rate)
        channels = Int(file.value(UInt32.self, at: Field.channels))
        sampleCount = Int(samples)
    }

    private static func checksum(_ file: FileBytes) -> UInt32 {
        let field = AnalysisLayout.Header.checksum
        return file.withValues(of: UInt8.self, at: 0, count: AnalysisLayout.firstSection) { bytes in
            let blank: [UInt8] = [0, 0, 0, 0]
            var checksum = Checksum()
            checksum.add(bytes.extracting(0..<field))
            checksum.add(blank.span)
            checksum.add(bytes.extracting(field + 4..<bytes.count))
            return checksum.value
        }
    }
}

/// Where the sections of an analysis file are, all of them inside it and aligned.
struct AnalysisTable: Sendable {
    struct Entry: Sendable {
        let section: AnalysisLayout.Section
        let checksum: UInt32
        let offset: Int
        let length: Int
        let items: Int
    }

    let entries: [Entry]

    /// Unknown sections are skipped: a later version may add some.
    init(_ file: FileBytes, sections: Int) throws(AnalysisFileError) {
        typealias Field = AnalysisLayout.Entry
        guard sections <= AnalysisLayout.tableCapacity else { throw .damaged("it has \(sections) sections") }
        var entries: [Entry] = []
        for index in 0..<sections {
            let start = AnalysisLayout.headerLength + index * AnalysisLayout.entryLength
            let kind = file.withValues(of: UInt8.self, at: start + Field.kind, count: 4) { bytes in
                String(decoding: bytes.indices.map { bytes[$0] }, as: UTF8.self)
            }
            guard let section = AnalysisLayout.Section(rawValue: kind) else { continue }
            let offset = file.value(UInt64.self, at: start + Field.offset)
            let length = file.value(UInt64.self, at: start + Field.length)
            let items = file.value(UInt64.self, at: start + Field.items)
            let limit = UInt64(file.count)
            guard offset <= limit, length <= limit - offset, items <= length else {
                throw .section(section, "reaches beyond the end")
            }
            guard offset % UInt64(AnalysisLayout.alignment) == 0 else { throw .section(section, "is not aligned") }
            entries.append(
                Entry(
                    section: section, checksum: file.value(UInt32.self, at: start + Field.checksum), offset: Int(offset),
                    length: Int(length), items: Int(items)))
        }
        self.entries = entries
    }

    func entry(_ section: AnalysisLayout.Section) throws(AnalysisFileError) -> Entry {
        guard let entry = entries.first(where: { $0.section == section }) else { throw .section(section, "is missing") }
        return entry
    }
}

extension FileBytes {
    /// One value of a plain integer type; the offset must be aligned for it and inside the file.
    func value<Value: FixedWidthInteger & BitwiseCopyable>(_ type: Value.Type, at offset: Int) -> Value {
        withValues(of: type, at: offset, count: 1) { $0[0] }
    }
}
