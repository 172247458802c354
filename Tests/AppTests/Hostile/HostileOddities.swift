import Foundation
import Glibc
import Waiting

/// Things that are not music, with the names of music files, each made once in a folder.
enum HostileOddities {
    /// The size of a sparse file: it takes no room.
    private static let hugeSize = 1 << 30
    private static let picture: [UInt8] = [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xFF,
    ]

    /// Makes them and returns their paths. `sound` is a valid file for those that need one.
    static func make(in folder: String, sound: HostileSound) throws -> [String] {
        let files: [(String, [UInt8])] = [
            ("empty.mp3", []), ("one byte.flac", [0x66]), ("picture.mp3", picture), ("text.ogg", Array("not a song\n".utf8)),
            ("zeros.wav", [UInt8](repeating: 0, count: 100_000)), ("noise.aac", noise(50_000)),
            ("tag that claims 256 MB.mp3", Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + noise(500)),
            // Playlists and scripts that some players follow to other files and hosts.
            ("list.m3u8", Array("#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n".utf8)),
            ("script.mp3", Array("ffconcat version 1.0\nfile '/etc/passwd'\nfile 'http://127.0.0.1:9/x'\n".utf8)),
            ("description.sdp", Array("v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n".utf8)),
            ("a\nname\u{1B}[31m of two lines.mp3", picture), ("concat:a|b.\(sound.ending)", sound.bytes),
            ("http:\\\\x.\(sound.ending)", sound.bytes), ("\(String(repeating: "é", count: 100)).\(sound.ending)", sound.bytes),
        ]
        var paths = try files.map { name, bytes in
            let path = "\(folder)/\(name)"
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            return path
        }
        for (name, head) in [("huge.mp3", Array("ID3".utf8)), ("huge.wav", sound.bytes), ("huge.flac", Array("fLaC".utf8))] {
            let path = "\(folder)/\(name)"
            try Data(head).write(to: URL(fileURLWithPath: path))
            guard truncate(path, off_t(hugeSize)) == 0 else { throw NeverHappened("a sparse file") }
            paths.append(path)
        }
        let (pipe, inner, loop) = ("\(folder)/pipe.mp3", "\(folder)/folder.mp3", "\(folder)/loop.mp3")
        guard mkfifo(pipe, 0o600) == 0, mkdir(inner, 0o700) == 0, symlink(loop, loop) == 0 else {
            throw NeverHappened("a pipe, a folder and a link")
        }
        return paths + [pipe, inner, loop, "\(folder)/none.mp3", "/dev/null", "/dev/zero", "/proc/self/mem"]
    }

    private static func noise(_ count: Int) -> [UInt8] {
        var random = SeededGenerator(seed: 7)
        return random.bytes(count)
    }
}
