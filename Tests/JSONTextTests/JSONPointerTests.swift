import JSONText
import Testing

@Suite struct JSONPointerTests {
    /// The document of RFC 6901 §5.
    private static let example = #"""
        {"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8}
        """#

    @Test(
        arguments: zip(
            ["/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n"],
            [0, 1, 2, 3, 4, 5, 6, 7, 8] as [Int64]))
    func `the pointers of RFC 6901 name their values`(_ pointer: String, _ value: Int64) throws {
        let root = try JSONParser().parse(Array(Self.example.utf8)).root
        #expect(root.pointer(pointer)?.integer == value)
    }

    @Test func `elements are named by plain decimal digits`() throws {
        let root = try JSONParser().parse(Array(Self.example.utf8)).root
        #expect(root.pointer("")?.members.count == 10)
        #expect(root.pointer("/foo/0")?.string == "bar")
        for pointer in [
            "/foo/2", "/foo/-", "/foo/01", "/foo/+1", "/foo/99999999999999999999", "foo", "/foo/0/x", "/m~n",
        ] {
            #expect(root.pointer(pointer) == nil, "\(pointer)")
        }
    }

    @Test func `a walk meets every value once, and its pointer leads back to it`() throws {
        let root = try JSONParser().parse(Array(#"{"a/b":[{"~":1},[]],"c":"x"}"#.utf8)).root
        var met: [String] = []
        root.walk { step in
            met.append(step.pointer)
            #expect(root.pointer(step.pointer)?.range == step.node.range)
        }
        #expect(met == ["", "/a~1b", "/a~1b/0", "/a~1b/0/~0", "/a~1b/1", "/c"])
    }
}
