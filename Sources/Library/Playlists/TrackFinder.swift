import Foundation
import Text

/// Finds the tracks that the locations in a playlist file mean.
///
/// A path that names a file exactly wins. Others come from another machine: they mean the track whose path shares the longest tail
/// with them, without regard to upper and lower case.
struct TrackFinder {
    /// A shorter common tail, such as `01.mp3`, may be any album's.
    private static let leastTail = 2

    private struct Place {
        let track: Int
        let folder: Int
        let path: [UInt8]
    }

    private let roots: [Int: [UInt8]]
    private var places: [Place] = []
    /// The indexes of places by their file's name in lower case.
    private var named: [String: [Int]] = [:]

    /// `roots` are the paths of the music folders.
    init(roots: [Int: [UInt8]]) {
        self.roots = roots
    }

    /// Adds a track's file, by its path within its folder.
    mutating func add(track: Int, folder: Int, path: [UInt8]) {
        named[FolderPath.name(of: path).lowercased(), default: []].append(places.count)
        places.append(Place(track: track, folder: folder, path: path))
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

    private func candidates(_ parts: [String]) -> [(place: Place, parts: [String])] {
        guard let name = parts.last, let indexes = named[name.lowercased()] else { return [] }
        return indexes.map { index in
            let place = places[index]
            return (place, Self.parts(roots[place.folder] ?? []) + Self.parts(place.path))
        }
    }

    private func exact(_ whole: [String]) -> Int? {
        let all = candidates(whole)
        return (all.first { $0.parts == whole } ?? all.first { $0.parts.map { $0.lowercased() } == whole.map { $0.lowercased() } })?
            .place.track
    }

    private func similar(_ parts: [String], near base: [String]) -> Int? {
        let folded = parts.map { $0.lowercased() }
        let scored = candidates(parts).map { candidate in
            let tail = zip(folded.reversed(), candidate.parts.reversed().lazy.map { $0.lowercased() }).prefix { $0 == $1 }.count
            return (tail: tail, near: zip(base, candidate.parts).prefix { $0 == $1 }.count, track: candidate.place.track)
        }
        guard let best = scored.map(\.tail).max(), best >= min(Self.leastTail, parts.count) else { return nil }
        // Of several, the one that is nearest to the playlist.
        let equal = scored.filter { $0.tail == best }
        let nearest = equal.map(\.near).max()
        let found = equal.filter { $0.near == nearest }
        return found.count == 1 ? found.first?.track : nil
    }
}
