/// Why sound or a picture could not be encoded.
package enum EncodeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The bytes are not a picture, or it is too large.
    case notAPicture
    /// This FFmpeg was built without the encoder.
    case noEncoder(String)
    /// The encoder does not accept this sound or picture.
    case refused(encoder: String)
    /// A write failed with this errno.
    case unwritable(errno: Int32)
    case outOfMemory

    package var description: String {
        switch self {
        case .notAPicture:
            "the picture cannot be decoded, or has more than \(PictureDecoder.mostPixels >> 20) million pixels"
        case .noEncoder(let name): "\(name) cannot be encoded: this FFmpeg was built without the encoder"
        case .refused(let encoder): "the \(encoder) encoder does not accept it"
        case .unwritable(let number): "the result cannot be written: \(SystemMessage.text(of: number))"
        case .outOfMemory: "there is not enough memory to encode it"
        }
    }

    /// Runs a call that can only fail if memory is short.
    static func allocating<Value: ~Copyable>(_ make: () throws(DecodeError) -> Value) throws(EncodeError) -> Value {
        do throws(DecodeError) {
            return try make()
        } catch {
            throw .outOfMemory
        }
    }
}
