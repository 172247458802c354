/// The descriptor numbers of a worker's files.
package enum WorkerPlace {
    package static let input: Int32 = 3
    package static let output: Int32 = 4
    package static let second: Int32 = 5
    /// The eventfd that counts the bytes of an input that still comes.
    package static let bell: Int32 = 6
    /// The socket from which a zygote takes orders. Workers close it and all above.
    package static let orders: Int32 = 7
    /// From here on, no number has a meaning.
    package static let firstFree: Int32 = 8
}
