import CFFmpeg

/// Detects the container of a file, and rejects those without music and those that would open other files by name.
enum ContainerDetection {
    /// How many bytes are probed, step by step, at most one megabyte.
    private static let steps = [4 << 10, 32 << 10, 256 << 10, 1 << 20]
    /// With a greater score libavformat itself stops probing. MP3 and AAC that begin in the middle of a frame, as radio stations send
    /// them, have just this one.
    private static let certain = AVPROBE_SCORE_MAX / 4

    /// FFmpeg's names of the containers that may be opened.
    private static let known: Set<String> = [
        "aa", "aac", "ac3", "acm", "act", "adx", "aea", "afc", "aiff", "aix", "amr", "amrnb", "amrwb", "ape", "asf", "asf_o",
        "ast", "au", "avi", "avr", "bfstm", "bit", "boa", "brstm", "caf", "codec2", "dsf", "dss", "dts", "dtshd", "eac3",
        "epaf", "flac", "flv", "fsb", "g729", "genh", "gsm", "hca", "hcom", "iff", "ilbc", "ircam", "iss", "kux", "laf",
        "libopenmpt", "live_flv", "loas", "lvf", "matroska", "mlp", "mmf", "mov", "mp3", "mpc", "mpc8", "mpeg", "mpegts",
        "msf", "mtaf", "musx", "mxf", "nistsphere", "nut", "oma", "ogg", "osq", "paf", "pvf", "qcp", "qoa", "rka", "rm", "rso",
        "sbc", "sds", "sdx", "shn", "sln", "sol", "sox", "spdif", "svs", "swf", "tak", "truehd", "tta", "usm", "vag", "voc", "vqf",
        "w64", "wady", "wav", "wsd", "wtv", "wv", "wve", "xa", "xvag", "xwma",
    ]

    /// The container of `source`, and whether its bytes alone decide; if they are ambiguous, the extension of `nameHint` does.
    static func container(
        of source: borrowing ByteSource, nameHint: String
    ) throws(DecodeError) -> (format: UnsafePointer<AVInputFormat>, isCertain: Bool) {
        // Tags with pictures may be larger than what is probed.
        let start = TagEnds.startOfSound(in: source)
        var seen: String?
        for step in steps {
            let bytes = source.bytes(at: start, count: step)
            guard source.failure == 0 else { throw .unreadable(errno: source.failure) }
            let isAll = bytes.count < step
            let isLast = isAll || step == steps.last
            if let (format, score) = best(for: bytes, ending: ending(of: nameHint)) {
                // The sound of a stream is waited for.
                let isCertain = source.isStream ? score >= certain : score > certain
                guard isCertain || isLast else { continue }
                let name = self.name(of: format)
                if known.contains(name), isCertain || kind(of: source) == nil { return (format, isCertain) }
                seen = name
                if isCertain { break }
            }
            if isAll { break }
        }
        throw .notAudio(looksLike: kind(of: source, container: seen))
    }

    /// What kind of file it seems to be if it is not music.
    static func kind(of source: borrowing ByteSource, container: String? = nil) -> String? {
        FileKind.guess(source.bytes(at: 0, count: 512), container: container)
    }

    /// The first of a container's names: "mov", not "mov,mp4,m4a,3gp,3g2,mj2".
    static func name(of format: UnsafePointer<AVInputFormat>) -> String {
        String(String(cString: format.pointee.name).prefix { $0 != "," })
    }

    private static func best(
        for bytes: [UInt8], ending: String
    ) -> (format: UnsafePointer<AVInputFormat>, score: Int32)? {
        // Probes may read some bytes past the end, which must be zero.
        var padded = bytes + [UInt8](repeating: 0, count: Int(AVPROBE_PADDING_SIZE))
        return padded.withUnsafeMutableBufferPointer { buffer in
            "track\(ending)".withCString { name in
                var probe = AVProbeData()
                probe.filename = name
                probe.buf = buffer.baseAddress
                probe.buf_size = Int32(bytes.count)
                var score: Int32 = 0
                return av_probe_input_format3(&probe, 1, &score).map { ($0, score) }
            }
        }
    }

    /// The extension: a dot, letters and digits. Nothing else of an untrusted name reaches FFmpeg.
    private static func ending(of name: String) -> String {
        guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return "" }
        let letters = name[name.index(after: dot)...].prefix(8)
        return letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? ".\(letters)" : ""
    }
}
