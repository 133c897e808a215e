import ContentCoding
import Cryptography
import Foundation
import PacketWire

extension FuzzTarget {
    static let clientHello = FuzzTarget(
        "client-hello",
        seeds: { $0.badInputs("tls.json") + $0.corpus("pcap", [".pcap"]).flatMap(ClassicCapture.hellos) }
    ) { bytes in
        var limits = ClientHelloReader.Limits()
        limits.bytes = 2_048
        var whole = ClientHelloReader(limits: limits)
        whole.receive(bytes)
        var cut = ClientHelloReader(limits: limits)
        for piece in Pieces.of(bytes) { cut.receive(Array(bytes[piece])) }
        try must(whole.reading == cut.reading, "\(whole.reading) and, cut, \(cut.reading)")
        guard case .complete(let hello) = whole.reading else { return }
        try must(Set(hello.extensions).count == hello.extensions.count, "an extension twice")
        if let name = hello.serverName {
            try must(!name.isEmpty, "an empty name")
            if let host = CertificateName(name) {
                try must(CertificateName(host.text) == host, "\(host.text) reads otherwise")
            }
        }
    }

    /// The first byte chooses the codings.
    static let contentCoding = FuzzTarget(
        "content-coding",
        seeds: { files in
            files.badInputs("bombs.json").flatMap { bytes in [0, 1, 3].map { [$0] + bytes.prefix(4_000) } }
                + CodedContents.all
        }
    ) { bytes in
        guard let choice = bytes.first else { return }
        let limits = ContentCodingLimits(
            byteCount: 256 << 10, ratio: 100, freeByteCount: 64 << 10, layerCount: 3, zstdWindowLog: 20)
        let names: [ContentCodingName] = [.gzip, .deflate, .br, .zstd]
        var codings = [names[Int(choice & 3)]]
        if choice & 4 != 0 { codings.append(names[Int(choice >> 3 & 3)]) }
        do {
            let content = try ContentDecoder(limits: limits).decode(Array(bytes[1...]), codings: codings)
            try must(content.count <= limits.byteCount, "\(content.count) bytes")
        } catch let error as ContentCodingError {
            try must(error.partial.count <= limits.byteCount, "\(error.partial.count) bytes of a refused content")
            try must(error.offset <= limits.byteCount, "a fault at \(error.offset)")
        }
    }

    /// Packets one behind the other: link type, length (big-endian), bytes.
    static let packets = FuzzTarget(
        "packets",
        seeds: {
            $0.corpus("pcap", [".pcap"]).map { ClassicCapture.packets($0, upTo: 4_096) }
                + $0.badInputs("pcap.json").map { ClassicCapture.packets($0, upTo: 4_096) }
        }
    ) { bytes in
        var limits = FlowTable.Limits()
        limits.flows = 8
        limits.names = 8
        limits.heads = 4
        var table = FlowTable(limits: limits)
        let types: [LinkType] = [.ethernet, .loopback, .rawIP, .linuxCooked, .linuxCooked2]
        var place = 0
        var count = 0
        while place + 3 <= bytes.count {
            let length = Int(bytes[place + 1]) << 8 | Int(bytes[place + 2])
            let end = min(place + 3 + length, bytes.count)
            let packet = CapturedPacket(
                linkType: types[Int(bytes[place] % 5)], timeNanoseconds: Int64(count), originalLength: length,
                bytes: Array(bytes[place + 3..<end]))
            if let read = try? TransportPacket(packet) {
                try must(read.payload.upperBound <= packet.bytes.count, "a payload outside its packet")
                try must(read.payloadLength >= 0, "a payload of \(read.payloadLength) bytes")
            }
            table.add(packet)
            count += 1
            place = end
        }
        let tally = table.tally
        try must(tally.packets == count, "\(tally.packets) packets of \(count)")
        let told = tally.joined + tally.skipped.values.reduce(0, +) + tally.packetsBeyondLimit
        try must(told == count, "\(told) of \(count) packets are accounted for")
        try must(table.flows.count <= 8, "\(table.flows.count) flows")
        for flow in table.flows {
            try must(flow.bytesSent >= 0 && flow.bytesReceived >= 0, "a negative count")
            _ = flow.name?.host
        }
    }
}

/// pcap files of the classic form, as far as seeds need them.
enum ClassicCapture {
    private static func frames(_ file: [UInt8]) -> (link: UInt8, frames: [ArraySlice<UInt8>]) {
        guard file.count > 24 else { return (0, []) }
        let isLittle = file[0] == 0xD4 || file[0] == 0x4D
        func number(_ place: Int) -> Int {
            (0..<4).reduce(0) { $0 << 8 | Int(file[isLittle ? place + 3 - $1 : place + $1]) }
        }
        let links: [Int: UInt8] = [1: 0, 0: 1, 101: 2, 113: 3, 276: 4]
        var frames: [ArraySlice<UInt8>] = []
        var place = 24
        while place + 16 <= file.count, frames.count < 200 {
            let length = number(place + 8)
            guard length <= file.count - place - 16 else { break }
            frames.append(file[place + 16..<place + 16 + length])
            place += 16 + length
        }
        return (links[number(20)] ?? 0, frames)
    }

    static func packets(_ file: [UInt8], upTo longest: Int) -> [UInt8] {
        let (link, frames) = frames(file)
        var result: [UInt8] = []
        for frame in frames where result.count + frame.count + 3 <= longest {
            result += [link, UInt8(frame.count >> 8), UInt8(frame.count & 255)] + frame
        }
        return result
    }

    /// What follows the first bytes of a hello in a frame.
    static func hellos(_ file: [UInt8]) -> [[UInt8]] {
        frames(file).frames.compactMap { frame in
            frame.indices.first { frame[$0...].starts(with: [22, 3, 1]) }.map { Array(frame[$0...]) }
        }
    }
}

/// A short VAST document in each coding, behind the byte that chooses it.
enum CodedContents {
    static let all: [[UInt8]] = [
        "H4sIAAAAAAACA7MJcwwOUShLLSrOzM+zVTLRM1Cys3FMUchMsVUyBDI983wy81KBdG5BUWoxSJFdRklJQbGVvn5iSrFeakVibkFOqn6m"
            + "fYWtoY0+kiogB6pV3zEFSIDssbMZxrYBAJmmVw1KAQAA",
        "eNqzCXMMDlEoSy0qzszPs1Uy0TNQsrNxTFHITLFVMgQyPfN8MvNSgXRuQVFqMUiRXUZJSUGxlb5+YkqxXmpFYm5BTqp+pn2FraGNPpIq"
            + "IAeqVd8xBUiA7LGzGca2AQA+pmt9",
        "G0kBIK2Ld1zuDoR1FXMaKgzxLTkHQ/B8yeMi0i9BSWErDa9iaNrnhYlqw/RMWUmyH7d28Smb45QD50ACi9vCwI6WgN9jLGuR4zHY9can"
            + "TqRRAYw9x5joeNZUN1GYqSAQVQgs3sII",
        "KLUv/QRYDQMAsoUUGZA3HbjejC1Zry6QFa6QcmhTWYofV7K7jgFpFHoc5uodHibVDPrYsBKkYfSL3Al+MUwhXel/XlZCYLI3wQlMS6a2"
            + "zyqmAVDAlCv9Cx+OUeiBAQMA2ThQ7xVBJxnqDIXBPss=",
        "swlzDA5RKEstKs7Mz7NVMtEzULKzcUxRyEyxVTIEMj3zfDLzUoF0bkFRajFIkV1GSUlBsZW+fmJKsV5qRWJuQU6qfqZ9ha2hjT6SKiAH"
            + "qlXfMQVIgOyxsxnGtgEA",
    ].enumerated().map { [$0 == 4 ? 1 : UInt8($0)] + (Data(base64Encoded: $1) ?? Data()) }
}
