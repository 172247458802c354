import Music
import Session

/// What comes of reading a message: the value, or what was wrong with it.
func reading(_ text: String) -> Result<ClientMessage, MessageProblem> {
    Result { () throws(MessageProblem) in try ClientMessage.read(Array(text.utf8)) }
}

/// What comes of reading a command of that name with those other members.
func wish(_ name: String, _ members: String = "") -> Result<Wish, MessageProblem> {
    let text = "{\"do\":\"\(name)\"\(members.isEmpty ? "" : ",")\(members)}"
    return Result { () throws(MessageProblem) in try Wish.read(Array(text.utf8)) }
}

/// What comes of reading a query.
func greeting(_ query: (String, String)...) -> Result<Hello?, MessageProblem> {
    Result { () throws(MessageProblem) in try Hello(query: query) }
}

extension Result {
    /// What was wrong; nil where nothing was.
    var problem: Failure? {
        guard case .failure(let problem) = self else { return nil }
        return problem
    }

    var value: Success? { try? get() }
}

extension Result where Failure == MessageProblem {
    /// A problem of this kind, in one plain sentence that says this word.
    func fails(_ code: MessageProblem.Code, naming word: String = "") -> Bool {
        guard let problem else { return false }
        return problem.code == code && problem.message.hasSuffix(".") && (word.isEmpty || problem.message.contains(word))
    }
}
