import CLinux
import Foundation
import Glibc
import System
import Testing

@testable import Library

@Suite("Data folder") struct DataFolderTests {
    private func reason(_ body: () throws(Failure) -> Void) -> String? {
        do { try body() } catch { return error.line }
        return nil
    }

    private func mode(_ path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }

    @Test("is where the option, the XDG folder or the home folder puts it")
    func location() throws {
        let home = ["HOME": "/home/ada"]
        #expect(try DataFolder.location(option: "/srv/beat", environment: home) == "/srv/beat")
        #expect(try DataFolder.location(option: nil, environment: home) == "/home/ada/.local/share/downbeat")
        let xdg = home.merging(["XDG_DATA_HOME": "/x"]) { $1 }
        #expect(try DataFolder.location(option: "", environment: xdg) == "/x/downbeat")
        let relative = home.merging(["XDG_DATA_HOME": "x"]) { $1 }
        #expect(try DataFolder.location(option: nil, environment: relative) == "/home/ada/.local/share/downbeat")
        #expect(
            reason { () throws(Failure) in _ = try DataFolder.location(option: nil, environment: [:]) }?.contains("--data DIR")
                == true)
    }

    @Test("is made with its subfolders, accessible only to its owner")
    func made() throws {
        let outside = try TemporaryFolder()
        let folder = try DataFolder(at: outside.path + "/a/b")
        for path in [folder.path, folder.analysis, folder.art, folder.streams, folder.spool, folder.backups] {
            #expect(mode(path) == 0o700, "\(path)")
        }
        #expect(mode(folder.path + "/token") == 0o600)
    }

    @Test("is used by one server at a time, and the error for the second names the first")
    func locked() throws {
        let outside = try TemporaryFolder()
        var first: DataFolder? = try DataFolder(at: outside.path)
        let refusal = reason { () throws(Failure) in _ = try DataFolder(at: outside.path) }
        #expect(
            refusal
                == "another downbeat (process \(getpid())) uses \(outside.path): stop it, or name another folder with --data DIR")
        withExtendedLifetime(first) {}
        first = nil
        #expect(reason { () throws(Failure) in _ = try DataFolder(at: outside.path) } == nil)
    }

    @Test("keeps its token across restarts, and refuses a token file without one")
    func token() throws {
        let outside = try TemporaryFolder()
        let first = try DataFolder(at: outside.path).token
        let second = try DataFolder(at: outside.path).token
        #expect(second.matches(first.text) && ControlToken(first.text) != nil)
        try outside.write("secret\n", to: "token")
        #expect(
            reason { () throws(Failure) in _ = try DataFolder(at: outside.path) }?.hasPrefix("\(outside.path)/token holds no token")
                == true)
    }

    @Test("empties its spool at each start, and no folder elsewhere")
    func spool() throws {
        let outside = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: outside.path + "/data/spool/deep", withIntermediateDirectories: true)
        try outside.write("x", to: "data/spool/deep/left")
        let spool = try DataFolder(at: outside.path + "/data").spool
        #expect(try FileManager.default.contentsOfDirectory(atPath: spool).isEmpty)
        try FileManager.default.removeItem(atPath: spool)
        try outside.write("x", to: "precious")
        try FileManager.default.createSymbolicLink(atPath: spool, withDestinationPath: outside.path)
        #expect(reason { () throws(Failure) in _ = try DataFolder(at: outside.path + "/data") }?.contains("is a link") == true)
        #expect(FileManager.default.fileExists(atPath: outside.path + "/precious"))
    }

    @Test("an unusable folder is refused with advice")
    func refused() throws {
        let outside = try TemporaryFolder()
        try outside.write("x", to: "file")
        #expect(
            reason { () throws(Failure) in _ = try DataFolder(at: outside.path + "/file") }
                == "\(outside.path)/file is not a folder: name another folder with --data DIR")
        let missing = reason { () throws(Failure) in _ = try DataFolder(at: "/proc/downbeat") }
        #expect(missing?.hasPrefix("cannot make the folder /proc/downbeat (") == true)
    }

    @Test("only the exact token matches")
    func matching() throws {
        let token = ControlToken.random()
        #expect(token.matches(token.text) && !token.matches("") && !token.matches(token.text + "a"))
        for index in token.text.indices {
            var other = token.text
            other.replaceSubrange(index...index, with: other[index] == "a" ? "b" : "a")
            #expect(!token.matches(other))
        }
        #expect(ControlToken("not a token") == nil && ControlToken.random().text != token.text)
    }
}
