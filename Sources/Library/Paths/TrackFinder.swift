import Foundation
import Text

/// Finds the tracks that paths mean which somebody else wrote: in playlist files, or in requests of apps.
///
/// A path that names a file exactly wins. Others come from another machine: they mean the track whose path shares the longest tail
/// with them, without regard to upper and lower case.
struct TrackFinder: Sendable {
    /// A shorter common tail, such as `01.mp3`, may be any album's.
    private static let leastTail = 2
    /// Files of one name, or with one tail, that are compared.
    private static let mostTwins = 1_000
    /// The same where all that counts is which folder comes first.
    private static let mostCopies = 16

    private struct Place {
        let track: Int
        let folder: Int
        let path: [UInt8]

        /// How many parts its path within the folder has.
        var depth: Int { path.count { $0 == UInt8(ascii: "/") } + 1 }
    }

    private let roots: [Int: [UInt8]]
    private let rootKeys: [Int: [UInt8]]
    /// The folders, the first one first.
    private let folders: [Int]
    private var places: [Place] = []
    private var tails = TailIndex()

    /// `roots` are the paths of the music folders.
    init(roots: [Int: [UInt8]]) {
        self.roots = roots
        rootKeys = roots.mapValues(TailIndex.key)
        folders = roots.keys.sorted()
    }

    /// Adds a track's file, by its path within its folder. `sort` follows the last one.
    mutating func add(track: Int, folder: Int, path: [UInt8]) {
        tails.add(places.count, key: TailIndex.key(path) + (rootKeys[folder] ?? []))
        places.append(Place(track: track, folder: folder, path: path))
    }

    /// Must be called before the first question.
    mutating func sort() { tails.sort() }

    /// What an app means by a path within any music folder; nil if there is nothing, or if it is not sure what is meant.
    ///
    /// A file at this path in the first folder that has one is meant. Otherwise one path must contain the other from end to end: an app may
    /// know the folder by another name, or a folder above or below it. `withAllCommas`: no comma of the path stands before what the two
    /// have in common, since it may divide paths there.
    func place(within path: String, withAllCommas: Bool = false) -> (track: Int, folder: Int, path: [UInt8])? {
        let key = TailIndex.key(Array(path.utf8))
        for folder in folders {
            let found = tails.items(at: key + (rootKeys[folder] ?? []), limit: Self.mostCopies).map { places[$0] }
            if let place = found.first(where: { String(decoding: $0.path, as: UTF8.self) == path }) ?? found.first {
                return (place.track, place.folder, place.path)
            }
        }
        guard let tail = tails.longestTail(of: key, least: Self.leastTail, limit: Self.mostCopies) else { return nil }
        let comma = UInt8(ascii: ",")
        if withAllCommas, TailIndex.front(of: key, without: tail.parts).contains(comma) { return nil }
        let found = tail.items.map { places[$0] }
        let isWhole = tail.parts == key.count { $0 == UInt8(ascii: "/") }
        let place =
            found.filter { $0.depth <= tail.parts }.min { $0.folder < $1.folder } ?? (isWhole && found.count == 1 ? found[0] : nil)
        return place.map { ($0.track, $0.folder, $0.path) }
    }

    /// Whether something was added with this path.
    func has(_ path: [UInt8], in folder: Int) -> Bool {
        tails.items(at: TailIndex.key(path) + (rootKeys[folder] ?? []), limit: Self.mostTwins).contains {
            places[$0].folder == folder && places[$0].path == path
        }
    }

    /// The track that a playlist at `path` in `folder` means by a location; nil if there is none, or more than one.
    func track(at location: String, in folder: Int, beside path: [UInt8]) -> Int? {
        let base = Self.parts(roots[folder] ?? []) + Self.parts(FolderPath.parent(of: path))
        let readings = Self.readings(of: location)
        for reading in readings {
            let whole = Self.resolved(reading.isAbsolute ? reading.parts : base + reading.parts)
            if let track = exact(whole) { return track }
        }
        for reading in readings {
            if let track = similar(Self.resolved(reading.parts), near: base) { return track }
        }
        return nil
    }

    /// The last part of a location, for people.
    static func name(of location: String) -> String { readings(of: location).last?.parts.last ?? location }

    private struct Reading {
        let parts: [String]
        let isAbsolute: Bool
    }

    /// The ways to read a location, the most literal first; none for an address of another machine.
    private static func readings(of location: String) -> [Reading] {
        var texts = [location]
        if let scheme = location.range(of: "://").map({ location[..<$0.lowerBound] }), scheme.count > 1 {
            guard scheme.lowercased() == "file" else { return [] }
            let rest = location.dropFirst(scheme.count + 3)
            // The name of the machine stands before the first slash.
            let path = String(rest[(rest.firstIndex(of: "/") ?? rest.startIndex)...])
            texts = [PercentCoding.decoded(path) ?? path]
        } else if location.lowercased().hasPrefix("file:/") {
            let path = String(location.dropFirst(5))
            texts = [PercentCoding.decoded(path) ?? path]
        } else if let decoded = PercentCoding.decoded(location) {
            texts.append(decoded)
        }
        texts += texts.filter { $0.contains("\\") }.map { String($0.map { $0 == "\\" ? "/" : $0 }) }
        return texts.map { text in
            var path = Substring(text)
            var isAbsolute = path.hasPrefix("/")
            let drive = path.drop { $0 == "/" }.prefix(2)
            if drive.count == 2, drive.last == ":", drive.first?.isASCII == true, drive.first?.isLetter == true {
                path = path.drop { $0 == "/" }.dropFirst(2)
                isAbsolute = true
            }
            return Reading(parts: path.split(separator: "/").map(String.init), isAbsolute: isAbsolute)
        }
    }

    private static func resolved(_ parts: [String]) -> [String] {
        var resolved: [String] = []
        for part in parts where part != "." {
            if part == ".." { _ = resolved.popLast() } else { resolved.append(part) }
        }
        return resolved
    }

    private static func parts(_ path: [UInt8]) -> [String] {
        path.split(separator: UInt8(ascii: "/")).map { String(decoding: $0, as: UTF8.self) }
    }

    private func parts(of place: Place) -> [String] { Self.parts(roots[place.folder] ?? []) + Self.parts(place.path) }

    private static func key(_ parts: [String]) -> [UInt8] { TailIndex.key(Array(parts.joined(separator: "/").utf8)) }

    private func exact(_ whole: [String]) -> Int? {
        let all = tails.items(at: Self.key(whole), limit: Self.mostTwins).map { places[$0] }
        return (all.first { parts(of: $0) == whole } ?? all.first)?.track
    }

    private func similar(_ parts: [String], near base: [String]) -> Int? {
        let least = min(Self.leastTail, parts.count)
        guard let tail = tails.longestTail(of: Self.key(parts), least: least, limit: Self.mostTwins) else { return nil }
        // Of several, the one that is nearest to the playlist.
        let equal = tail.items.map { places[$0] }.map { place in
            (near: zip(base, self.parts(of: place)).prefix { $0 == $1 }.count, track: place.track)
        }
        let nearest = equal.map(\.near).max()
        let found = equal.filter { $0.near == nearest }
        return found.count == 1 ? found.first?.track : nil
    }
}
