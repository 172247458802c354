import Catalog
import Foundation
import Glibc
import Music
import Testing

@testable import Library
@testable import Workers

/// No change to the files may lose what users entered for their music: the same laws as in the catalog's tests on a simulated
/// folder, here on a real one.
extension WorkerTests {
    @Suite("Scanning after random changes to the files") struct ScanLaws {
        @Test("the catalog has the tracks of the folder, and recognizes each track again")
        func follows() async throws {
            let desk = ProbeDesk(jobs: 2, program: try Downbeat.worker)
            for seed in 0..<40 { try await follow(seed, desk) }
        }

        private func follow(_ seed: Int, _ desk: ProbeDesk) async throws {
            var random = SeededGenerator(seed: UInt64(seed))
            let library = try await ScannedLibrary(desk)
            var folder = try RealFolder(in: library.folder.path)
            var before: [Track] = []
            var identities: [Int: ContentIdentity] = [:]
            var corrections: [ContentIdentity: String] = [:]
            var met: Set<ContentIdentity> = []
            for round in 1...5 {
                var story: [String] = []
                for _ in 0..<Int.random(in: 1...9, using: &random) { story.append(try folder.step(&random)) }
                let isWhole = Bool.random(using: &random)
                let comment: Comment = "seed \(seed), round \(round)\(isWhole ? "" : ", in parts"): \(story)"
                let outcome = try await library.scan(isWhole ? [] : folder.touched.map { Array($0.utf8) })
                #expect(outcome.unreadable.isEmpty && outcome.recorded.rejected == 0, comment)

                let tracks = try await library.tracks()
                #expect(tracks.count == folder.sounds.count, comment)
                for track in tracks {
                    let path = String(decoding: track.place.path, as: UTF8.self)
                    guard let sound = folder.sounds[path] else {
                        Issue.record("\(path) is not there; \(comment)")
                        continue
                    }
                    #expect(track.title == sound.title, comment)
                    #expect(track.hasCover == folder.hasCover(beside: path), comment)
                    #expect(track.place.stamp == MusicFile.stamp(folder: Array(folder.root.utf8), track.place.path), comment)
                    #expect(identities[sound.music] ?? track.identity == track.identity, comment)
                    identities[sound.music] = track.identity
                }
                #expect(try await !library.scan([]).hasChanges, comment)

                // Of each piece of music, as many tracks as possible are the same ones.
                let (old, new) = (Dictionary(grouping: before, by: \.identity), Dictionary(grouping: tracks, by: \.identity))
                let restored = Set(folder.restored.compactMap { identities[$0] })
                for (identity, was) in old where !restored.contains(identity) {
                    let same = Set(was.map(\.id)).intersection((new[identity] ?? []).map(\.id)).count
                    #expect(same == min(was.count, new[identity]?.count ?? 0), comment)
                }
                // Music that was replaced in its place by new music passes its track on.
                let copied = Set(folder.copied.compactMap { identities[$0] })
                for was in before where new[was.identity] == nil {
                    guard let now = tracks.first(where: { $0.place.path == was.place.path }), !met.contains(now.identity)
                    else { continue }
                    #expect(now.id == was.id, comment)
                    guard let correction = corrections[was.identity], !copied.contains(was.identity),
                        let (one, two) = was.duration.flatMap({ one in now.duration.map { (one, $0) } }), abs(one - two) <= 0.1,
                        corrections[now.identity] == nil
                    else { continue }
                    corrections[was.identity] = nil
                    corrections[now.identity] = correction
                }
                for (identity, correction) in corrections where new[identity] != nil {
                    #expect(try await library.reader.correction(of: identity) == correction, comment)
                    #expect(try await library.reader.markers(of: identity).map(\.place.label).contains(correction), comment)
                }
                if let track = tracks.randomElement(using: &random), corrections[track.identity] == nil {
                    let words = "made in round \(round)"
                    corrections[track.identity] = words
                    let known = try await library.reader.correction(of: track.identity)
                    #expect(try await library.catalog.correct(track.identity, from: known, to: words, at: round), comment)
                    _ = try await library.catalog.addMarker(
                        .init(start: 0.01, end: nil, label: words, colour: nil), to: track.identity)
                }
                met.formUnion(tracks.map(\.identity))
                (folder.restored, folder.touched) = ([], [])
                before = tracks
            }
        }
    }
}
