import CLinux
import Glibc
import Workers

/// A process that has loaded this program with all its libraries, and forks a worker at each request.
///
/// It opens no music itself, so nothing that a file does to a worker can reach it.
enum Zygote {
    /// Answers requests until the server is gone. Returns in each new worker, with the words of its command line.
    static func awaitOrders(_ words: ArraySlice<String>) -> [String] {
        guard let server = words.first.flatMap({ pid_t($0) }), downbeat_prctl(PR_SET_PDEATHSIG, UInt(SIGKILL)) == 0,
            getppid() == server, downbeat_close_from(UInt32(WorkerPlace.firstFree)) == 0
        else { _exit(1) }
        downbeat_name_thread("downbeat-zygote")
        var message = [UInt8](repeating: 0, count: ForkRequest.mostBytes)
        var files = [Int32](repeating: -1, count: Int(downbeat_most_files))
        while true {
            let count = downbeat_receive_files(WorkerPlace.orders, &message, message.count, &files, files.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, let request = ForkRequest(message[..<count]) else { _exit(0) }
            let id = downbeat_fork_sibling()
            if id == 0 {
                place(files, at: request.places)
                return request.words
            }
            var answer = id > 0 ? id : -errno
            for file in files where file >= 0 { close(file) }
            _ = send(WorkerPlace.orders, &answer, MemoryLayout<Int32>.size, Int32(MSG_NOSIGNAL))
        }
    }

    /// Gives the received files the numbers that the worker knows them by.
    private static func place(_ files: [Int32], at places: [Int32]) {
        // Out of the way first: a file may have come under the number of another.
        let copies = zip(files, places).map { file, _ in fcntl(file, F_DUPFD, WorkerPlace.firstFree) }
        for file in files where file >= 0 { close(file) }
        for (copy, place) in zip(copies, places) { dup2(copy, place) }
    }
}
