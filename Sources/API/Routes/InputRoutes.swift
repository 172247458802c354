import Rooms
import Web

/// The live inputs of the server, which rooms can play.
extension LibraryAPI {
    private struct InputsJSON: Encodable {
        struct Input: Encodable {
            let name: String
        }

        let inputs: [Input]
    }

    func addInputs(to routes: inout Routes) {
        read("/inputs", in: &routes) { _ in
            Response(json: InputsJSON(inputs: rooms.inputs.names.map(InputsJSON.Input.init))).uncached
        }
    }
}
