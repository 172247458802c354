import Foundation
import Testing

extension APITests {
    @Suite("Waveforms and frames")
    struct WaveformTests: LibraryTests {
        /// Reads .dat files as the documentation of audiowaveform describes, and compares their pixels with the samples that ffmpeg
        /// decodes.
        private static let reader = """
            import struct, sys
            import numpy
            raw = numpy.fromfile(sys.argv[1], dtype="<f4").reshape(-1, 2).mean(axis=1, dtype="f8") * 32767
            for name, start in zip(sys.argv[2::2], sys.argv[3::2]):
                data = open(name, "rb").read()
                version, flags, rate, samples, pixels = struct.unpack_from("<iIiii", data)
                at = 20
                if version == 2:
                    assert struct.unpack_from("<i", data, at)[0] == 1, "channels"
                    at = 24
                read = numpy.frombuffer(data, dtype="i1" if flags & 1 else "<i2", offset=at).reshape(-1, 2).astype("f8")
                assert len(read) == pixels, "pixels"
                first = int(float(start) * rate) // samples * samples
                scale = 256 if flags & 1 else 1
                for number, (low, high) in enumerate(read):
                    part = raw[first + number * samples : first + (number + 1) * samples]
                    assert abs(part.min() / scale - low) <= 1 and abs(part.max() / scale - high) <= 1, (name, number, low, high)
                print(version, 8 if flags & 1 else 16, rate, samples, pixels)
            """

        @Test("an independent reader finds the samples that ffmpeg decodes in a .dat file", .needs(.numpy))
        func peaks() async throws {
            let folder = try TemporaryFolder()
            let samples = folder.path + "/samples"
            try await MediaTrial.ffmpeg(["-i", try library.music + "/bare/noise.flac", "-f", "f32le", samples])
            let path = "/tracks/\(try await track("noise"))/waveform.dat"
            var words = ["-c", Self.reader, samples]
            let asked = [
                ("", "2 8 44100 256 862"), ("?bits=16", "2 16 44100 256 862"), ("?bits=16&version=1", "1 16 44100 256 862"),
                ("?version=1&samplesPerPixel=1024", "1 8 44100 1024 216"), ("?bits=16&samplesPerPixel=65536", "2 16 44100 65536 4"),
                ("?bits=16&samplesPerPixel=512&start=1.5&end=2", "2 16 44100 512 44"), ("?samplesPerPixel=1", "2 8 44100 256 862"),
            ]
            for (number, (query, _)) in asked.enumerated() {
                let answer = try await client.get(path + query)
                #expect((answer.status, answer.type) == (200, "application/octet-stream"))
                words += [try folder.write(answer.body, to: "\(number).dat"), query.contains("start=1.5") ? "1.5" : "0"]
            }
            let reader = try await ChildProcess.run(Tool.numpy.found(), words)
            #expect(reader.out.split(separator: "\n").map { String($0) } == asked.map(\.1), "\(reader.err)")
        }

        @Test("the JSON form has the same numbers", arguments: ["", "?bits=16&pixels=100", "?samplesPerPixel=300&start=1&end=3"])
        func json(query: String) async throws {
            let path = "/tracks/\(try await track("noise"))/waveform"
            let (binary, json) = (try await client.get("\(path).dat\(query)"), try await client.get("\(path).json\(query)").object)
            let isWide = query.contains("bits=16")
            let numbers = binary.body.dropFirst(24).map { Int(Int8(bitPattern: $0)) }
            let wide = stride(from: 24, to: binary.body.count, by: 2).map { index in
                index + 1 < binary.body.count
                    ? Int(Int16(bitPattern: UInt16(binary.body[index]) | UInt16(binary.body[index + 1]) << 8)) : 0
            }
            #expect(json["data"] as? [Int] == (isWide ? wide : numbers))
            #expect(json["length"] as? Int == (isWide ? wide : numbers).count / 2)
        }

        @Test("the range is divided into the requested number of pixels, or one more", arguments: [1, 7, 100, 800])
        func pixels(count: Int) async throws {
            let path = "/tracks/\(try await track("svefn"))/waveform.json?pixels=\(count)"
            for part in ["", "&end=1000000", "&start=3&end=21"] {
                let length = try #require(try await client.get(path + part).object["length"] as? Int)
                #expect((count * 9 / 10...count + 1).contains(length), "\(part): \(length)")
            }
        }

        @Test("an invalid request for a waveform is refused")
        func refusals() async throws {
            for query in [
                "samplesPerPixel=0", "samplesPerPixel=2147483648", "pixels=-1", "pixels=1000001", "bits=24", "version=3",
                "start=nan", "start=inf", "start=-1", "start=2&end=1", "end=1e300", "wait=61", "wait=-1",
            ] {
                for form in ["dat", "json"] {
                    #expect(try await client.get("/tracks/1/waveform.\(form)?\(query)").problem == "bad-query", "\(query)")
                }
            }
            for query in ["width=1", "width=99999", "style=../x", "colour=%3Cscript%3E", "start=5&end=5", "other=1"] {
                for form in ["svg", "png"] {
                    #expect(try await client.get("/tracks/1/waveform.\(form)?\(query)").problem == "bad-query", "\(query)")
                }
            }
        }

        @Test("pictures have the requested size")
        func pictures() async throws {
            let svg = try await client.get("/tracks/1/waveform.svg?width=300&height=50&style=bars&position=3")
            #expect((svg.status, svg.type) == (200, "image/svg+xml"))
            #expect(svg.text.contains("300") && svg.text.contains("ff8c00") && !svg.text.contains("<script"))
            let png = try await client.get("/tracks/1/waveform.png?width=300&height=50&background=%23000000")
            #expect((png.status, png.type) == (200, "image/png"))
            #expect(Array(png.body[16..<24]) == [0, 0, 1, 44, 0, 0, 0, 50])
            let tag = try #require(png.fields["etag"])
            #expect(
                try await client.get("/tracks/1/waveform.png?width=300&height=50&background=%23000000", ["If-None-Match": tag])
                    .status
                    == 304)
        }

        @Test("a range of frames is a slice of all frames, and the JSON has the same bytes")
        func frames() async throws {
            let path = "/tracks/\(try await track("svefn"))/frames"
            let whole = try await client.get(path)
            #expect((whole.status, whole.type) == (200, "application/octet-stream"))
            #expect((whole.fields["x-frames-per-second"], whole.fields["x-bytes-per-frame"]) == ("60", "66"))
            #expect(whole.body.count % 66 == 0 && abs(whole.body.count / 66 - 24 * 60) < 10)
            for (first, count) in [(0, 1), (10, 60), (1000, 100)] {
                let slice = Array(whole.body[first * 66..<(first + count) * 66])
                let part = try await client.get(path, ["Range": "bytes=\(first * 66)-\((first + count) * 66 - 1)"])
                #expect(part.status == 206 && part.body == slice)
                let json = try await client.get("\(path).json?first=\(first)&count=\(count)").object
                #expect(json["total"] as? Int == whole.body.count / 66 && json["first"] as? Int == first)
                let frames = try #require(json["frames"] as? [[String: Any]])
                let bytes = frames.flatMap { frame in
                    (frame["bands"] as? [Int] ?? []) + [frame["loudness"] as? Int ?? -1, frame["onset"] as? Int ?? -1]
                }
                #expect(bytes == slice.map { Int($0) })
            }
            let merged = try #require(
                try await client.get("\(path).json?first=45&count=1&bands=4").object["frames"] as? [[String: Any]])
            let bands = whole.body[45 * 66..<45 * 66 + 64].map { Int($0) }
            let loudest = (0..<4).map { band in bands[band * 16..<band * 16 + 16].max() ?? -1 }
            #expect(merged.first?["bands"] as? [Int] == loudest)
            let behind = try await client.get("\(path).json?first=2147483647").object
            #expect((behind["frames"] as? [Any])?.isEmpty == true)
            for query in ["first=-1", "first=99999999999", "count=0", "count=3601", "bands=65", "bands=0"] {
                #expect(try await client.get("\(path).json?\(query)").problem == "bad-query", "\(query)")
            }
        }
    }
}
