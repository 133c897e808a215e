import HTTPModel

extension TapeHeader {
    /// The payload of `tapeOpen`: version, process, header.
    package func journalPayload(process: Int32) -> [UInt8] {
        var payload = PayloadWriter()
        payload.integer(JournalFrame.version)
        payload.integer(process)
        payload.integer(wallSeconds)
        payload.integer(wallNanoseconds)
        for text in [id, tool, mode, listen] { payload.text(text) }
        payload.optionalText(contract)
        payload.optionalText(baseURL)
        return payload.bytes
    }

    /// Nil when the payload is broken or of another version.
    package init?(journalPayload bytes: UnsafeRawBufferPointer) {
        var payload = PayloadReader(bytes)
        guard payload.integer(UInt8.self) == JournalFrame.version, payload.integer(Int32.self) != nil,
            let seconds = payload.integer(Int64.self), let nanoseconds = payload.integer(Int32.self),
            let id = payload.text(), let tool = payload.text(), let mode = payload.text(),
            let listen = payload.text(), CivilTime.years.contains(seconds), (0..<1_000_000_000).contains(nanoseconds),
            let contract = payload.optionalText(), let baseURL = payload.optionalText()
        else { return nil }
        self.init(
            id: id, tool: tool, wallSeconds: seconds, wallNanoseconds: nanoseconds, mode: mode, listen: listen,
            contract: contract, baseURL: baseURL)
    }

    /// The process that wrote the journal.
    package static func journalProcess(_ bytes: UnsafeRawBufferPointer) -> Int32? {
        var payload = PayloadReader(bytes)
        return payload.integer(UInt8.self) == nil ? nil : payload.integer(Int32.self)
    }
}

extension ClientConnectionFacts {
    package var journalOpenPayload: [UInt8] {
        var payload = PayloadWriter()
        payload.text(client)
        return payload.bytes
    }

    package static func journalTLSPayload(tls: String?, serverName: String?, failure: String?) -> [UInt8] {
        var payload = PayloadWriter()
        for text in [tls, serverName, failure] { payload.optionalText(text) }
        return payload.bytes
    }
}

extension UpstreamConnectionFacts {
    package var journalPayload: [UInt8] {
        var payload = PayloadWriter()
        payload.origin(origin)
        payload.text(local)
        payload.text(remote)
        payload.optionalText(tls)
        payload.integer(UInt32(truncatingIfNeeded: chain.count))
        for digest in chain { payload.text(digest) }
        payload.optionalText(verification)
        payload.integer(UInt32(truncatingIfNeeded: names.count))
        for name in names { payload.text(name) }
        return payload.bytes
    }

    init?(journalPayload bytes: UnsafeRawBufferPointer, id: Int, opened: TapeTime) {
        var payload = PayloadReader(bytes)
        guard let origin = payload.origin(), let local = payload.text(), let remote = payload.text(),
            let tls = payload.optionalText(), let count = payload.integer(UInt32.self)
        else { return nil }
        var chain: [String] = []
        for _ in 0..<count {
            guard let digest = payload.text() else { return nil }
            chain.append(digest)
        }
        self.init(id: id, opened: opened, origin: origin, local: local, remote: remote, tls: tls, chain: chain)
        // Earlier journals end here.
        guard let verification = payload.optionalText(), let nameCount = payload.integer(UInt32.self) else { return }
        self.verification = verification
        for _ in 0..<nameCount {
            guard let name = payload.text() else { return nil }
            names.append(name)
        }
    }
}

extension Mark {
    package static func journalPayload(key: String, value: String) -> [UInt8] {
        var payload = PayloadWriter()
        payload.text(key)
        payload.text(value)
        return payload.bytes
    }
}

extension TunnelCount {
    package var journalPayload: [UInt8] {
        var payload = PayloadWriter()
        payload.integer(sent)
        payload.integer(received)
        return payload.bytes
    }
}
