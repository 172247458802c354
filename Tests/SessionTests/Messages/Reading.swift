import Music
import Session

/// The result of parsing a message: the value or the problem.
func reading(_ text: String) -> Result<ClientMessage, MessageProblem> {
    Result { () throws(MessageProblem) in try ClientMessage.read(Array(text.utf8)) }
}

/// The result of parsing a command with this name and these other members.
func wish(_ name: String, _ members: String = "") -> Result<Wish, MessageProblem> {
    let text = "{\"do\":\"\(name)\"\(members.isEmpty ? "" : ",")\(members)}"
    return Result { () throws(MessageProblem) in try Wish.read(Array(text.utf8)) }
}

/// The result of parsing a query.
func greeting(_ query: (String, String)...) -> Result<Hello?, MessageProblem> {
    Result { () throws(MessageProblem) in try Hello(query: query) }
}

extension Result {
    /// The problem; nil if there was none.
    var problem: Failure? {
        guard case .failure(let problem) = self else { return nil }
        return problem
    }

    var value: Success? { try? get() }
}

extension Result where Failure == MessageProblem {
    /// Checks the kind of the problem, and that its text is one plain sentence with this word.
    func fails(_ code: MessageProblem.Code, naming word: String = "") -> Bool {
        guard let problem else { return false }
        return problem.code == code && problem.message.hasSuffix(".") && (word.isEmpty || problem.message.contains(word))
    }
}
