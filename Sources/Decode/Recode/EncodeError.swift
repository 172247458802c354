/// Why a sound or a picture could not be written in another form.
package enum EncodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// No bytes of a picture, or of one too large.
    case notAPicture
    /// This FFmpeg was built without the encoder.
    case noEncoder(String)
    /// The encoder wants nothing to do with this sound or picture.
    case refused(encoder: String)
    /// The operating system refused to write; the number is errno's.
    case unwritable(errno: Int32)
    case outOfMemory

    package var description: String {
        switch self {
        case .notAPicture:
            "the picture cannot be decoded, or has more than \(PictureDecoder.mostPixels >> 20) million pixels"
        case .noEncoder(let name): "\(name) cannot be made here: FFmpeg was built without its encoder"
        case .refused(let encoder): "the \(encoder) encoder does not take it"
        case .unwritable(let number): "the result cannot be written: \(SystemMessage.text(of: number))"
        case .outOfMemory: "there is not enough memory to encode it"
        }
    }

    /// Runs what can only fail for want of memory.
    static func allocating<Value: ~Copyable>(_ make: () throws(DecodeError) -> Value) throws(EncodeError) -> Value {
        do throws(DecodeError) {
            return try make()
        } catch {
            throw .outOfMemory
        }
    }
}
