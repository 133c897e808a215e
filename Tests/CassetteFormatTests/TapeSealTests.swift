import CassetteFormat
import HTTPModel
import Testing

@Suite struct TapeSealTests {
    private let header = TapeHeader(
        id: "00", tool: "fita/0", wallSeconds: 0, wallNanoseconds: 0, mode: "forward", listen: "127.0.0.1:0",
        contract: nil, baseURL: nil)

    private func exchange(_ number: Int, _ content: String) -> TapeItem {
        let head = Array("POST /x HTTP/1.1\r\nHost: ads.example\r\n\r\n".utf8)
        return .exchange(
            Exchange(
                number: number, connection: 1, ingress: .connect,
                origin: ServerOrigin(scheme: .https, host: "ads.example", port: 443), start: 5,
                request: TapedRequest(
                    headBytes: head, head: nil, body: TapedBody(framing: .length, content: Array(content.utf8))),
                end: .complete, endTime: 9))
    }

    private func seal(_ items: [TapeItem]) -> TapeSeal {
        var seal = TapeSeal()
        for item in items { seal.add(item) }
        return seal
    }

    @Test func `any change of any item is another root`() {
        let items: [TapeItem] = [
            .header(header), .mark(Mark(time: 1, afterExchange: 0, key: "tracking", value: "off")),
            exchange(1, "a"), .note(time: 3, text: "note"), exchange(2, "b"),
        ]
        let root = seal(items).root
        #expect(seal(items).root == root)
        var changed = items
        changed[1] = .mark(Mark(time: 1, afterExchange: 0, key: "tracking", value: "on"))
        #expect(seal(changed).root != root)
        changed = items
        changed[2] = exchange(1, "A")
        #expect(seal(changed).root != root)
        #expect(seal([items[0], items[1], items[4], items[3], items[2]]).root != root)
        #expect(seal(Array(items.dropLast())).root != root)
    }

    @Test func `the root behind the header can stand in the header`() {
        var told = header
        let items = [exchange(1, "a"), .note(time: 3, text: "note")]
        let root = seal([.header(header)] + items).rootBehindHeader
        told.redacted = root
        #expect(seal([.header(told)] + items).rootBehindHeader == root)
        #expect(seal([.header(told)] + items).root != seal([.header(header)] + items).root)
        #expect(seal([.header(told), exchange(1, "b"), items[1]]).rootBehindHeader != root)
        #expect(seal([.header(told), items[0]]).rootBehindHeader != root)
    }

    @Test func `an exchange is found by its number`() {
        let seal = seal([.header(header), exchange(1, "a"), .note(time: 2, text: "x"), exchange(7, "b")])
        #expect(seal.leaf(of: 1) == 1)
        #expect(seal.leaf(of: 7) == 3)
        #expect(seal.leaf(of: 2) == nil)
        #expect(seal.leafCount == 4)
        #expect(seal.exchangeCount == 2)
        #expect(seal.header == header)
    }

    @Test func `content over the limit of inline text stands in a leaf by its digest`() {
        let content = String(repeating: "x", count: 1 << 17)
        let leaf = TapeSeal.leaf(of: exchange(1, content))
        #expect(leaf.count < 1 << 12)
        #expect(TapeSeal.leaf(of: exchange(1, content + "y")) != leaf)
    }

    @Test func `a gap and what another tool's file does not tell are leaves`() {
        let items: [TapeItem] = [.header(header), exchange(1, "a")]
        let gap = TapeGap(start: 3, end: 4, exchanges: 2...3, reason: "no space")
        let more: [TapeItem] = [.losses(.times), .losses(.cookies), .gap(gap)]
        let seals = [seal(items)] + more.map { seal(items + [$0]) }
        #expect(Set(seals.map(\.root)).count == 4)
        #expect(seals.map(\.leafCount) == [2, 3, 3, 3])
    }
}
