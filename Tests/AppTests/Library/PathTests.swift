import Testing

@testable import App
@testable import Library

@Suite("Paths of the library")
struct PathTests {
    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test(
        "a path is made absolute without access to the disk",
        arguments: [
            ("/a/b", "/a/b"), ("/a//b/", "/a/b"), ("/a/./b", "/a/b"), ("/a/../b", "/b"), ("/../..", "/"), ("/", "/"),
        ])
    func absolute(path: String, whole: String) {
        #expect(LibraryOptions.absolute(path) == whole)
    }

    @Test("a relative path begins at the working directory")
    func relative() {
        #expect(LibraryOptions.absolute("x/y") == LibraryOptions.absolute(".") + "/x/y")
    }

    @Test("a folder contains itself and everything below, but not paths with its name as a prefix")
    func contains() {
        #expect(FolderPath.contains(bytes("a"), bytes("a")))
        #expect(FolderPath.contains(bytes("a"), bytes("a/b.mp3")))
        #expect(!FolderPath.contains(bytes("a"), bytes("ab.mp3")))
        #expect(!FolderPath.contains(bytes("a/b"), bytes("a")))
        #expect(FolderPath.contains([], bytes("a")))
    }

    @Test("of nested folders the outermost remain, in their order")
    func outermost() {
        let folders = ["a/b", "a", "ab", "c/d/e", "c/d", "a/b/c"].map(bytes)
        #expect(FolderPath.outermost(folders) == ["a", "ab", "c/d"].map(bytes))
        #expect(FolderPath.outermost(["zoo", "b", "ant", "b"].map(bytes)) == ["zoo", "b", "ant"].map(bytes))
        #expect(FolderPath.outermost([bytes("a"), []]) == [[]])
    }

    @Test(
        "the parent of a path is the part before its last slash", arguments: [("a/b/c.mp3", "a/b"), ("c.mp3", ""), ("a/", "a")])
    func parent(path: String, parent: String) {
        #expect(FolderPath.parent(of: bytes(path)) == bytes(parent))
    }

    @Test(
        "a size is parsed to bytes, and its text is parsed to the same",
        arguments: [("0", 0), ("1000", 1000), ("500M", 500 << 20), ("2g", 2 << 30), ("1K", 1024), ("9999999999G", Int.max)])
    func sizes(text: String, size: Int) throws {
        #expect(try OptionProblem.size(text) == size)
        #expect(try OptionProblem.size(OptionProblem.text(ofSize: size)) == size)
    }

    @Test("an invalid size is refused", arguments: ["", "M", "-1", "1.5G", "1 G", "1GB", "0x10"])
    func noSize(text: String) {
        #expect(throws: OptionProblem.self) { try OptionProblem.size(text) }
    }

    @Test(
        "an upload's name is the last part of the path, without special characters",
        arguments: [
            ("song.mp3", "song.mp3"), ("../../song.mp3", "song.mp3"), ("C:\\Music\\song.MP3", "song.MP3"),
            (".hidden.flac", "hidden.flac"),
            ("a\u{0}b\nc.wav", "a\u{FFFD}b\u{FFFD}c.wav"), ("..  x.ogg", "x.ogg"),
        ])
    func uploadNames(given: String, name: String) throws {
        #expect(try Uploads.name(given) == name)
    }

    @Test("a name that is too long is shortened before its ending")
    func longUpload() throws {
        let name = try Uploads.name(String(repeating: "ä", count: 300) + ".flac")
        #expect(name.hasSuffix("ä.flac") && name.utf8.count <= 230)
    }

    @Test("a name without the ending of a music format is refused", arguments: ["", "song", "song.txt", "/", ".."])
    func noUpload(given: String) {
        #expect(throws: (any Error).self) { try Uploads.name(given) }
    }
}

@Suite("Rate limit")
struct PaceTests {
    @Test("calls are limited to a number per second, and the first is immediate")
    func pace() {
        let pace = Pace(perSecond: 4)
        let moments = stride(from: UInt64(1_000_000), to: 3_000_000, by: 50_000)
        #expect(moments.filter { pace.allows($0) }.count == 8)
    }
}
