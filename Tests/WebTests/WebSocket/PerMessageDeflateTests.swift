import Testing
import Web

@Suite("permessage-deflate negotiation") struct PerMessageDeflateTests {
    static let plain = "permessage-deflate; server_no_context_takeover; client_no_context_takeover"

    @Test(
        "an acceptable offer is answered without context takeover",
        arguments: [
            "permessage-deflate", " permessage-deflate ; client_max_window_bits",
            "permessage-deflate; client_max_window_bits=8",
            "permessage-deflate; client_max_window_bits=\"15\"",
            "permessage-deflate;server_no_context_takeover;client_no_context_takeover",
            "x-webkit-deflate-frame, permessage-deflate", ",, permessage-deflate",
            "foo; bar=\"a,b\", permessage-deflate",
            "permessage-deflate; client_max_window_bits=\"1\\0\"",
        ])
    func met(offer: String) {
        let agreed = PerMessageDeflate.negotiate([offer])
        #expect(agreed?.response == Self.plain)
        #expect(agreed?.serverWindowBits == 15)
    }

    @Test("the server's window is honoured and echoed", arguments: 9...15)
    func window(bits: Int) {
        for value in ["\(bits)", "\"\(bits)\""] {
            let agreed = PerMessageDeflate.negotiate([
                "permessage-deflate; server_max_window_bits=\(value); client_max_window_bits"
            ])
            #expect(agreed?.serverWindowBits == bits)
            #expect(agreed?.response == "\(Self.plain); server_max_window_bits=\(bits)")
        }
    }

    @Test(
        "an offer that cannot be met is declined",
        arguments: [
            "", "deflate", "permessage-bzip2", "permessage-deflate; foo", "permessage-deflate; foo=1",
            "permessage-deflate; server_max_window_bits", "permessage-deflate; server_max_window_bits=8",
            "permessage-deflate; server_max_window_bits=16", "permessage-deflate; server_max_window_bits=09",
            "permessage-deflate; server_max_window_bits=+9", "permessage-deflate; server_max_window_bits=\"\"",
            "permessage-deflate; client_max_window_bits=7", "permessage-deflate; client_max_window_bits=abc",
            "permessage-deflate; client_max_window_bits=", "permessage-deflate; server_no_context_takeover=1",
            "permessage-deflate; client_no_context_takeover=\"x\"",
            "permessage-deflate; client_max_window_bits; client_max_window_bits=10",
            "permessage-deflate; server_no_context_takeover; server_no_context_takeover",
            "permessage-deflate;", "permessage-deflate; ;client_max_window_bits", "permessage-deflate foo",
            "permessage-deflate; client_max_window_bits=\"10", "permessage-deflate=1",
        ])
    func declined(offer: String) {
        #expect(PerMessageDeflate.negotiate([offer]) == nil)
    }

    @Test("the first acceptable offer wins, across commas and header lines")
    func order() {
        let offers = [
            "permessage-deflate; server_max_window_bits=8, permessage-deflate; server_max_window_bits=10",
            "permessage-deflate",
        ]
        #expect(PerMessageDeflate.negotiate(offers)?.serverWindowBits == 10)
        #expect(
            PerMessageDeflate.negotiate(["permessage-deflate; foo=\"a", "permessage-deflate"])?.serverWindowBits == 15)
        #expect(PerMessageDeflate.negotiate([]) == nil)
    }
}
