import Catalog
import Music

/// A simulated folder of music, with the changes that people and programs make to it between two scans.
struct ModelFolder {
    struct File: Hashable {
        var inode: Int64
        var modified: Int64
        var size: Int64
        var music: Int
        var title: String
        var duration: Double

        var stamp: FileStamp { FileStamp(size: size, modified: modified, inode: inode) }
    }

    private(set) var files: [String: File] = [:]
    /// Music that came back from the trash since this was last emptied.
    var restored: Set<Int> = []
    /// Music that was ever in several files.
    private(set) var copied: Set<Int> = []
    private var trash: [(path: String, file: File)] = []
    private var paths = 0
    private var music = 0
    private var clock: Int64 = 1

    /// Makes one random change, and describes it.
    mutating func step(_ random: inout SeededGenerator) -> String {
        let some = files.keys.sorted().shuffled(using: &random)
        guard some.count >= 3 else { return create(at: freshPath(&random), &random) }
        let (one, two, three) = (some[0], some[1], some[2])
        switch Int.random(in: 0..<13, using: &random) {
        case 0, 1: return create(at: freshPath(&random), &random)
        case 2: return move(one, to: freshPath(&random))
        case 3: return move(one, to: two)
        case 4:
            let file = files[one]
            files[one] = files[two]
            files[two] = file
            return "swap \(one) \(two)"
        case 5:
            let words = move(three, to: freshPath(&random)) + ", " + move(two, to: three)
            return words + ", " + move(one, to: two)
        case 6:
            let now = tick()
            files[one]?.modified = now
            return "touch \(one)"
        case 7:
            retag(one, &random)
            return "retag \(one)"
        case 8:
            retag(one, &random)
            return "retag \(one), " + move(one, to: freshPath(&random))
        case 9:
            music += 1
            retag(one, &random)
            files[one]?.music = music
            if Bool.random(using: &random) { files[one]?.duration = 300 }
            return "encode \(one) as \(music)"
        case 10:
            let path = freshPath(&random)
            var file = files[one]!
            file.inode = tick()
            files[path] = file
            copied.insert(file.music)
            return "copy \(one) to \(path)"
        case 11:
            trash.append((one, files.removeValue(forKey: one)!))
            return "delete \(one)"
        default:
            guard !trash.isEmpty else { return "nothing" }
            var (path, file) = trash.remove(at: Int.random(in: 0..<trash.count, using: &random))
            if files[path] != nil || Int.random(in: 0..<3, using: &random) == 0 { path = freshPath(&random) }
            if Bool.random(using: &random) { file.inode = tick() }
            if files.values.contains(where: { $0.music == file.music }) { copied.insert(file.music) }
            files[path] = file
            restored.insert(file.music)
            return "restore \(file.music) to \(path)"
        }
    }

    private mutating func create(at path: String, _ random: inout SeededGenerator) -> String {
        music += 1
        let now = tick()
        files[path] = File(inode: now, modified: now, size: 1_000, music: music, title: "song \(music)", duration: 200)
        return "create \(path) with \(music)"
    }

    private mutating func move(_ path: String, to other: String) -> String {
        files[other] = files.removeValue(forKey: path)
        return "move \(path) to \(other)"
    }

    private mutating func retag(_ path: String, _ random: inout SeededGenerator) {
        var file = files[path]!
        file.modified = tick()
        file.size += 1
        file.title = "song \(clock)"
        // Some programs write in place, others write a new file and rename it.
        if Bool.random(using: &random) { file.inode = tick() }
        files[path] = file
    }

    private mutating func freshPath(_ random: inout SeededGenerator) -> String {
        // There are few names, so that they are used again.
        paths = Int.random(in: 0..<40, using: &random)
        while files["a/\(paths).mp3"] != nil { paths += 1 }
        return "a/\(paths).mp3"
    }

    private mutating func tick() -> Int64 {
        clock += 1
        return clock
    }
}
