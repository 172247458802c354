/// The descriptor numbers of a worker's files.
package enum WorkerPlace {
    package static let input: Int32 = 3
    package static let output: Int32 = 4
    package static let second: Int32 = 5
    /// The eventfd that counts the bytes of an input that still comes.
    package static let bell: Int32 = 6
    static let all = [input, output, second, bell]
}
