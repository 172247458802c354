import Foundation
import Waiting

/// The checks after each restart.
extension CrashCampaign {
    /// Parts of the names of temporary files.
    private static let temporary = [".new-", ".downbeat-upload-", ".draft", "token.new", "damaged"]

    /// Compares the state of the server with the acknowledged changes, and takes it as the expected state from then on.
    func check(_ server: LibraryClient) throws -> [String] {
        var findings: [String] = []
        let (sure, unsure) = (ledger.sure, ledger.unsure)
        var held = CrashLedger.Entries()
        held.moves = sure.moves
        for (track, labels) in unsure.markers {
            let found = Set(try server.list("/tracks/\(track)/markers").compactMap { $0["label"] as? String })
            let expected = sure.markers[track] ?? []
            if !found.isSuperset(of: expected) { findings.append("markers are lost: \(expected.subtracting(found))") }
            if !found.isSubset(of: labels) { findings.append("markers that nobody made: \(found.subtracting(labels))") }
            held.markers[track] = found
        }
        for (track, last) in unsure.shifts {
            let steps = try server.object("/tracks/\(track)/grid/correction")["steps"] as? [[String: Any]] ?? []
            let found = steps.first?["milliseconds"] as? Double
            let expected = [sure.shifts[track], last].map { $0.map { Double($0 % 400) + 1 } }
            if !expected.contains(found) { findings.append("a correction is \(found as Any), not one of \(expected)") }
            held.shifts[track] = found == expected[1] ? last : sure.shifts[track]
        }
        let entries = try server.list("/playlists").first?["entries"] as? Int ?? 0
        if ![sure.insertions * 3, unsure.insertions * 3].contains(entries) {
            findings.append("the playlist has \(entries) entries, not \(sure.insertions * 3) or \(unsure.insertions * 3)")
        }
        held.insertions = entries / 3
        for (name, size) in unsure.uploads {
            let found = try? FileManager.default.attributesOfItem(atPath: "\(uploads)/\(name)")[.size] as? Int
            if sure.uploads[name] != nil && found == nil { findings.append("the upload \(name) is lost") }
            if let found, found != size { findings.append("the upload \(name) has \(found) bytes of \(size)") }
            held.uploads[name] = found == nil ? nil : size
        }
        held.practice = try server.list("/practice?name=crash").first?["seconds"] as? Int ?? 0
        if !(sure.practice...unsure.practice).contains(held.practice) {
            findings.append("\(held.practice) s of practice, not \(sure.practice) to \(unsure.practice)")
        }
        let list = try server.list("/set-lists").first
        held.setList = (list?["title"] as? String).flatMap { Int($0) } ?? 0
        let songs = (list?["songs"] as? [Any])?.count ?? 0
        if !(sure.setList...unsure.setList).contains(held.setList) || songs != held.setList % 7 {
            findings.append("the set list \(held.setList) has \(songs) songs, and was \(sure.setList) to \(unsure.setList)")
        }
        ledger.settle { $0 = held }
        return findings + leftovers(atRest: false)
    }

    /// Finds temporary files that the server should have deleted at its start.
    private func leftovers(atRest: Bool) -> [String] {
        var findings: [String] = []
        for place in [data, uploads] {
            for case let path as String in FileManager.default.enumerator(atPath: place) ?? .init() {
                if path.hasPrefix("spool/") { findings.append("\(path) is left") }
                // The server may be making such files now.
                if !atRest, ["backups/", "analysis/", "art/", "streams/"].contains(where: path.hasPrefix) { continue }
                let name = path.split(separator: "/").last ?? ""
                if Self.temporary.contains(where: { name.contains($0) }) { findings.append("\(path) is left") }
            }
        }
        return findings
    }

    /// Waits until everything is scanned and analyzed, and compares the catalog with the folders.
    func comeToRest(_ server: LibraryClient) throws -> (done: Int, findings: [String], interrupted: Int) {
        let patience = Patience("rest")
        var status: [String: Any] = [:]
        while true {
            status = try server.object("/analysis")
            if status["pending"] as? Int == 0, status["running"] as? Int == 0, try isScanned(server) { break }
            try patience.check("\(status)")
            patience.pause()
        }
        var findings: [String] = []
        let paths = try (0...20).flatMap { page in
            try server.list("/tracks?limit=100&offset=\(page * 100)").compactMap { $0["path"] as? String }
        }
        let expected = try Set(
            [music, uploads].flatMap { folder in
                try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".wav") }.map {
                    "\(folder)/\($0)"
                }
            })
        if Set(paths) != expected || paths.count != expected.count {
            findings.append("the catalog differs: \(Set(paths).symmetricDifference(expected))")
        }
        let failed = try server.list("/tracks?state=failed&limit=100").compactMap {
            ($0["analysis"] as? [String: Any])?["reason"] as? String
        }
        let interrupted = failed.filter { $0.hasPrefix("was interrupted") }.count
        findings += failed.filter { !$0.hasPrefix("was interrupted") }.map { "an analysis failed: it \($0)" }
        return (status["done"] as? Int ?? 0, findings + leftovers(atRest: true), interrupted)
    }

    private func isScanned(_ server: LibraryClient) throws -> Bool {
        let library = try server.object("/library")
        let names = try [music, uploads].map { folder in
            try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".wav") }.count
        }
        return library["scanning"] as? Bool == false && library["tracks"] as? Int == names.reduce(0, +)
    }

    /// Counts the valid analysis files, by their checksums.
    func verifyFiles() throws -> (count: Int, findings: [String]) {
        var (count, findings) = (0, [String]())
        for case let path as String in FileManager.default.enumerator(atPath: data + "/analysis") ?? .init()
        where path.hasSuffix(".downbeat") {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(data)/analysis/\(path)")))
            count += 1
            if !Self.isWhole(bytes) { findings.append("\(path) is damaged") }
        }
        return (count, findings)
    }

    /// The layout is in Sources/Analysis/README.md.
    private static func isWhole(_ bytes: [UInt8]) -> Bool {
        func number(_ offset: Int, _ width: Int) -> Int {
            var number = 0
            for byte in (0..<width).reversed() { number = number << 8 | Int(bytes[offset + byte]) }
            return number
        }
        guard bytes.count >= 320, bytes.starts(with: "DOWNBEAT".utf8), number(16, 8) == bytes.count else { return false }
        var header = Array(bytes[..<320])
        header.replaceSubrange(28..<32, with: [0, 0, 0, 0])
        guard checksum(header[...]) == number(28, 4) else { return false }
        for section in 0..<number(24, 4) {
            let entry = 64 + 32 * section
            let (start, length) = (number(entry + 8, 8), number(entry + 16, 8))
            guard start + length <= bytes.count else { return false }
            guard checksum(bytes[start..<start + length]) == number(entry + 4, 4) else { return false }
        }
        return true
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> Int {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes { crc = table[Int((crc ^ UInt32(byte)) & 0xFF)] ^ crc >> 8 }
        return Int(~crc)
    }

    private static let table: [UInt32] = (0..<256).map { byte in
        var value = UInt32(byte)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        return value
    }
}
