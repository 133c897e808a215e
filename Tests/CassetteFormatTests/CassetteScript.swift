import CassetteFormat

/// A cassette in memory with its blobs.
struct CassetteScript {
    var text: [UInt8]
    var blobs: [String: [UInt8]] = [:]

    /// Writes items in the order given.
    init(_ items: [TapeItem], header: TapeHeader = JournalScript.header) {
        var writer = CassetteWriter(header: header)
        var blobs: [String: [UInt8]] = [:]
        for item in items { writer.add(item) { digest, content in blobs[digest] = Array(content) } }
        writer.finish()
        text = writer.takeAll()
        self.blobs = blobs
    }

    /// Packs a journal.
    init(journal: [UInt8]) {
        let items = assemble(journal).items
        var order = TapeOrder<Exchange>()
        var elements: [TapeOrder<Exchange>.Element] = []
        var begun = 0
        for item in items {
            if case .exchange(let exchange) = item {
                begun = max(begun, exchange.number)
                order.add(
                    exchange: exchange.number, client: exchange.connection, upstream: exchange.upstream, exchange,
                    into: &elements)
            } else {
                order.add(item, begun: begun, into: &elements)
            }
        }
        order.finish(into: &elements)
        self.init(
            elements.map { element in
                switch element {
                case .item(let item): item
                case .exchange(let exchange): .exchange(exchange)
                }
            })
    }

    var string: String { String(decoding: text, as: UTF8.self) }

    /// All requests, and in their places what was damaged.
    func requests() throws -> [Result<RecordedRequest, TapeError>] {
        try text.withUnsafeBytes { bytes in
            let reader = try CassetteReader(bytes) { (_, _) throws(TapeError) in nil }
            var requests: [Result<RecordedRequest, TapeError>] = []
            while true {
                do throws(TapeError) {
                    guard let next = try reader.nextRequest() else { return requests }
                    requests.append(.success(next.request))
                } catch { requests.append(.failure(error)) }
            }
        }
    }

    /// The request of the first exchange, as a replay reads it.
    func request() throws -> RecordedRequest { try first().request }

    /// The answer of the first exchange, as a replay reads it; contents outside stay there.
    func answer() throws -> RecordedAnswer {
        let place = try first().place
        return try text.withUnsafeBytes { bytes in
            try place.answer(UnsafeRawBufferPointer(rebasing: bytes[place.offset...]), limits: TapeLimits())
        }
    }

    private func first() throws -> (request: RecordedRequest, place: BlockPlace) {
        try text.withUnsafeBytes { bytes in
            let reader = try CassetteReader(bytes) { (_, _) throws(TapeError) in nil }
            guard let next = try reader.nextRequest(), let place = next.block else {
                throw TapeError(.cut, "no exchange", action: "")
            }
            return (next.request, place)
        }
    }

    func items(reading part: BlockPart = .whole) throws -> [TapeItem] {
        try text.withUnsafeBytes { bytes in
            let reader = try CassetteReader(bytes) { (digest, _) throws(TapeError) in
                guard let content = blobs[digest] else {
                    throw TapeError(.blobMissing, "no blob", action: "")
                }
                return content
            }
            reader.rewind(reading: part)
            var items: [TapeItem] = []
            while let item = try reader.next() { items.append(item) }
            return items
        }
    }

    /// What can be read, and everything that was said.
    func tolerant() -> (items: [TapeItem], errors: [TapeError], remarks: [TapeError], cut: Exchange?) {
        text.withUnsafeBytes { bytes in
            do throws(TapeError) {
                let reader = try CassetteReader(bytes) { (digest, _) throws(TapeError) in blobs[digest] }
                var items: [TapeItem] = []
                var errors: [TapeError] = []
                while true {
                    do throws(TapeError) {
                        guard let item = try reader.next() else { break }
                        items.append(item)
                    } catch {
                        errors.append(error)
                    }
                }
                return (items, errors, reader.remarks, reader.cutExchange())
            } catch {
                return ([], [error], [], nil)
            }
        }
    }
}

/// A generator whose seed is printed when a test fails.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return value ^ value >> 31
    }
}
