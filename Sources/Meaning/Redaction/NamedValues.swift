import CassetteFormat
import HTTPModel
import LeakSearch
import SDKContracts

/// Values that stand behind the contract's names anywhere on a tape: at third parties, in answers, in marks. The first
/// party's requests may never have shown them.
struct NamedValues {
    /// Longer names first, so that none is taken for the end of another.
    private let names: [[UInt8]]

    private static let longest = 256
    /// What may stand between a name and its value: `=`, `":"`, and the same escaped.
    private static let signs = ["=", "%3D", "%3d", "%253D", "\":\"", "\": \"", "\\\":\\\"", "%22%3A%22"].map {
        Array($0.utf8)
    }

    init(_ names: [FieldKind: [String]], _ kinds: [FieldKind]) {
        self.names = kinds.flatMap { names[$0] ?? [] }.map { Array($0.utf8) }.filter { !$0.isEmpty }
    }

    /// In the order in which they stand; each is told once, whatever its case.
    func values(in items: [TapeItem], besides known: [SoughtValue]) -> [SoughtValue] {
        var seen = Set(known.map { $0.bytes.map(ASCII.lowercased) })
        var result: [SoughtValue] = []
        let take = { (value: [UInt8]) in
            guard seen.insert(value.map(ASCII.lowercased)).inserted else { return }
            result.append(SoughtValue("named value:\(result.count + 1)", value))
        }
        for item in items {
            switch item {
            case .mark(let mark): search(Array(mark.value.utf8), take)
            case .exchange(let exchange):
                search(exchange.request.headBytes, take)
                search(exchange.request.body.payload, take)
                for interim in exchange.interim { search(interim.head.bytes, take) }
                search(exchange.response?.head.bytes ?? [], take)
                search(exchange.response?.body.payload ?? [], take)
                for frame in exchange.frames { search(frame.body.payload, take) }
            case .header, .client, .upstream, .note, .gap, .losses: break
            }
        }
        return result
    }

    private func search(_ bytes: [UInt8], _ take: ([UInt8]) -> Void) {
        for name in names {
            guard let first = name.first else { continue }
            var index = 0
            while let start = bytes[index...].firstIndex(of: first) {
                index = start + 1
                guard bytes[start...].starts(with: name) else { continue }
                let end = start + name.count
                guard let sign = Self.signs.first(where: { bytes[end...].starts(with: $0) }) else { continue }
                let value = bytes[(end + sign.count)...].prefix(Self.longest).prefix(while: Self.isPart)
                // A word such as `undefined` is no identifier.
                guard value.count >= SoughtValue.shortest, value.contains(where: ASCII.isDigit) else { continue }
                take(Array(value))
                index = end
            }
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        ASCII.isDigit(byte) || ASCII.lowercased(byte) &- 0x61 < 26 || "-_.".utf8.contains(byte)
    }
}
