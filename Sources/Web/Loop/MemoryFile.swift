import CLinux
import Glibc

/// Bytes that are written once and then sent many times: a nameless file in memory, mapped for small sends and
/// open for `sendfile`, which hands its pages to the network without a copy.
///
/// Sendable because the mapping is filled inside `init` and only read afterwards.
final class MemoryFile: @unchecked Sendable {
    private let descriptor: Descriptor
    let bytes: UnsafeRawBufferPointer

    var raw: Int32 { descriptor.raw }

    /// Lays the parts one after the other; part i begins at the sum of the lengths before it.
    init(_ parts: [[UInt8]]) throws(SystemError) {
        let raw = downbeat_memory_file("downbeat-public")
        guard raw >= 0 else { throw SystemError("memfd_create") }
        descriptor = Descriptor(owning: raw)
        let count = parts.reduce(0) { $0 + $1.count }
        // A mapping cannot be empty.
        let size = max(count, 1)
        guard ftruncate(raw, size) == 0 else { throw SystemError("ftruncate") }
        guard let start = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, raw, 0), start != MAP_FAILED else {
            throw SystemError("mmap")
        }
        var offset = 0
        for part in parts {
            part.withUnsafeBytes { source in
                if let address = source.baseAddress { memcpy(start + offset, address, source.count) }
            }
            offset += part.count
        }
        mprotect(start, size, PROT_READ)
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), max(bytes.count, 1))
    }
}
