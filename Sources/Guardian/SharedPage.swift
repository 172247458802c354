import CLinux
import Glibc
import System

/// The memory that the guardian shares with its server; it outlives every server.
struct SharedPage: ~Copyable {
    /// The descriptor that a server inherits.
    let file: Descriptor
    let memory: UnsafeMutableRawPointer

    /// Makes the guardian's page.
    init() throws(SystemError) {
        let raw = downbeat_memory_file("downbeat")
        guard raw >= 0 else { throw SystemError("making shared memory") }
        let file = Descriptor(owning: raw)
        guard ftruncate(raw, off_t(downbeat_page_size())) == 0 else { throw SystemError("making shared memory") }
        try self.init(file)
        downbeat_set_guardian(memory, getpid())
        downbeat_set_epoch(memory, UInt64.random(in: 1 ... .max))
    }

    /// Maps the page of a descriptor.
    init(_ file: consuming Descriptor) throws(SystemError) {
        guard let memory = downbeat_map_page(file.raw) else { throw SystemError("mapping shared memory") }
        self.file = file
        self.memory = memory
    }

    deinit {
        munmap(memory, downbeat_page_size())
    }

    /// The work that is set aside, one entry per line.
    var list: String {
        String(
            decoding: UnsafeRawBufferPointer(start: downbeat_list(memory), count: Int(downbeat_get_list_count(memory))),
            as: UTF8.self)
    }

    func setList(_ text: String) {
        let bytes = Array(text.utf8)
        downbeat_set_list(memory, bytes, bytes.count)
    }
}
