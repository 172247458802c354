import Live
import Music
package import Rooms
package import Web

/// The live inputs of the server, which rooms can play.
extension LibraryAPI {
    private struct InputsJSON: Encodable {
        struct Input: Encodable {
            let name: String
            let state: String
            let peak: Double?
            let trouble: String?
            /// What it says that it plays.
            let title: String?
            let artist: String?
            let recording: RecordingJSON?

            /// Why nobody gives sound may name paths and programs of the machine, which is no matter of viewers.
            init(_ input: LiveInput, _ recording: Recordings.State?, toHosts: Bool) {
                let (status, said) = (input.status, input.titles.parts.last?.title)
                (name, state) = (input.name, status.state.rawValue)
                peak = status.peak.map { ($0 * 10).rounded() / 10 }
                trouble = toHosts ? status.trouble : nil
                (title, artist) = (said?.title, said?.artist)
                self.recording = toHosts ? recording.map(RecordingJSON.init) : nil
            }
        }

        let inputs: [Input]
    }

    private struct RecordingJSON: Encodable {
        let state: String
        let seconds: Double
        let trouble: String?

        init(_ recording: Recordings.State) {
            (state, trouble) = (recording.stage.rawValue, recording.trouble)
            seconds = (recording.seconds * 10).rounded() / 10
        }
    }

    func addInputs(to routes: inout Routes) {
        let access = access
        read("/inputs", in: &routes) { request in
            let isHost = access.may(request.caller, .seeFiles)
            let recordings = await rooms.recordings.all
            return Response(
                json: InputsJSON(inputs: rooms.inputs.all.map { InputsJSON.Input($0, recordings[$0.name], toHosts: isHost) })
            ).uncached
        }
        // What is recorded becomes an upload.
        change(.put, "/inputs/{input}/recording", .upload, in: &routes) { request in
            try await rooms.recordings.start(request.parameters["input"] ?? "")
            return Response(.noContent)
        }
        change(.delete, "/inputs/{input}/recording", .upload, in: &routes) { request in
            try await rooms.recordings.stop(request.parameters["input"] ?? "")
            return Response(.noContent)
        }
    }
}

extension RecordingRefusal: ProblemConvertible {
    package var problem: Problem {
        switch self {
        case .noFolder: LibraryAPI.takesNone
        case .noInput, .none: .nothing(description)
        case .runs: Problem(.conflict, description, type: "conflict")
        }
    }
}
