import Live
import Music
import Rooms
import Web

/// The live inputs of the server, which rooms can play.
extension LibraryAPI {
    private struct InputsJSON: Encodable {
        struct Input: Encodable {
            let name: String
            let state: String
            let peak: Double?
            let trouble: String?

            /// Why nobody gives sound may name paths and programs of the machine, which is no matter of viewers.
            init(_ input: LiveInput, toHosts: Bool) {
                let status = input.status
                (name, state) = (input.name, status.state.rawValue)
                peak = status.peak.map { ($0 * 10).rounded() / 10 }
                trouble = toHosts ? status.trouble : nil
            }
        }

        let inputs: [Input]
    }

    func addInputs(to routes: inout Routes) {
        let access = access
        read("/inputs", in: &routes) { request in
            let isHost = access.may(request.caller, .seeFiles)
            return Response(json: InputsJSON(inputs: rooms.inputs.all.map { InputsJSON.Input($0, toHosts: isHost) })).uncached
        }
    }
}
