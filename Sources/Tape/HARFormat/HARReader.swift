package import CassetteFormat
import Cryptography
import HTTPModel
import JSONText

/// Reads HAR 1.2 files of other tools as tapes.
///
/// The exchanges are told and numbered in the order in which their requests began; where that is the file's order,
/// entry *n* is exchange *n*, else a note names the entry. Entries that cannot be taken leave a gap and are listed.
/// What the file cannot tell stands in each exchange's notes and losses, and, counted, in the report.
package struct HARReader: Sendable {
    /// Stands in the header's `mode` of every tape that came from a HAR file.
    package static let mode = "har"

    private let limits: HARLimits

    package init(limits: HARLimits = HARLimits()) {
        self.limits = limits
    }

    /// Whether a file that begins with these bytes is a HAR file: a JSON object with a member `log` that is an object.
    ///
    /// A few hundred bytes are enough, unless other members come first.
    package static func isHAR(_ prefix: UnsafeRawBufferPointer) -> Bool {
        prefix.withMemoryRebound(to: UInt8.self) { bytes in
            var skimmer = JSONSkimmer(bytes, at: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0)
            guard skimmer.take("{") else { return false }
            repeat {
                guard let name = skimmer.string(), skimmer.take(":") else { return false }
                if bytes[name].elementsEqual("log".utf8) { return skimmer.take("{") }
                guard skimmer.value() != nil else { return false }
            } while skimmer.take(",")
            return false
        }
    }

    /// Reads the whole file and gives its header, its exchanges, then what is lost of all of them.
    ///
    /// Beside the file's bytes, one entry at a time is held, and 40 bytes for each entry. Throws when the bytes hold
    /// no list of HAR entries; a list that breaks off is read up to there (``HARReport/damage``).
    package func read(
        _ bytes: UnsafeRawBufferPointer, _ take: (TapeItem) -> Void
    ) throws(TapeError) -> HARReport {
        let result = bytes.withMemoryRebound(to: UInt8.self) { bytes -> Result<HARReport, TapeError> in
            do throws(TapeError) {
                return .success(try read(bytes, take))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func read(
        _ bytes: UnsafeBufferPointer<UInt8>, _ take: (TapeItem) -> Void
    ) throws(TapeError) -> HARReport {
        let layout = try HARLayout(bytes, limits: limits)
        var report = HARReport()
        report.entryCount = layout.slots.count
        report.damage = layout.damage
        let creator = layout.creator.flatMap { node(bytes, $0) }
        report.writer = [creator?["name"]?.string, creator?["version"]?.string]
            .compactMap { $0.map(HARReader.printable) }.joined(separator: " ")
        report.version = layout.version.flatMap { node(bytes, $0) }?.string.map(HARReader.printable)

        var losses = HARLossCount(listed: limits.listed)
        let order = StartOrder(layout.slots)
        if !order.isFileOrder { losses.addWhole(.entryOrder) }
        let zero = order.starts.first?.start ?? 0
        take(.header(header(bytes, writer: report.writer, zero: zero)))
        let reader = EntryReader(zero: zero, limits: limits)
        var traits = HARTraits()
        let hasRawBytes = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
        hasRawBytes.initialize(to: false)
        defer { hasRawBytes.deallocate() }
        for (index, (place, start)) in order.starts.enumerated() {
            let slot = layout.slots[place]
            var remarks = EntryRemarks()
            if slot.start == nil { remarks.add(.startMissing) }
            if !order.isFileOrder { remarks.addNote("entry \(slot.number) of the file") }
            do throws(TapeError) {
                let outcome = try reader.read(
                    try entry(bytes, slot, hasRawBytes), number: index + 1, start: start, traits: &traits, &remarks)
                losses.add(remarks.losses, entry: slot.number)
                if case .exchange(let exchange) = outcome {
                    report.exchangeCount += 1
                    take(.exchange(exchange))
                }
            } catch {
                report.refusedCount += 1
                if report.refusals.count < limits.listed { report.refusals.append(error) }
            }
        }
        let whole = traits.losses(writer: report.writer)
        for kind in whole { losses.addWhole(kind) }
        let tapeLosses = whole.reduce(into: TapeLosses()) { $0.formUnion($1.tapeLosses(ofAnswer: false)) }
        if !tapeLosses.isEmpty { take(.losses(tapeLosses)) }
        report.losses = losses.all
        return report
    }

    private func entry(
        _ bytes: UnsafeBufferPointer<UInt8>, _ slot: HARLayout.Slot, _ hasRawBytes: UnsafeMutablePointer<Bool>
    ) throws(TapeError) -> EntryObject {
        hasRawBytes.pointee = false
        let text = EntryText(
            bytes: UnsafeBufferPointer(rebasing: bytes[slot.range]), number: slot.number,
            offset: slot.range.lowerBound, byteLimit: limits.entryBytes, listLimit: limits.listCount,
            hasRawBytes: hasRawBytes)
        guard slot.range.count <= limits.entryBytes else {
            throw text.refusal(.limit, "its text is longer than \(limits.entryBytes) bytes")
        }
        guard let entry = try text.root() else { throw text.refusal(.syntax, "it is not an object") }
        return entry
    }

    private func node(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> JSONNode? {
        guard range.count <= 65_536 else { return nil }
        return try? JSONParser().parse(Array(bytes[range])).root
    }

    private func header(_ bytes: UnsafeBufferPointer<UInt8>, writer: String, zero: Int64) -> TapeHeader {
        // The first megabyte and the length tell files apart well enough, and cost nothing on long ones.
        let start = Array(bytes.prefix(1 << 20))
        let id = hex(SHA256.digest([start, Array(String(bytes.count).utf8)]).prefix(16))
        return TapeHeader(
            id: id, tool: writer, wallSeconds: zero / 1_000_000_000,
            wallNanoseconds: Int32(truncatingIfNeeded: zero % 1_000_000_000), mode: HARReader.mode, listen: "",
            contract: nil, baseURL: nil)
    }

    private static func printable(_ text: String) -> String {
        String(decoding: text.utf8.prefix(80).map { $0 < 0x20 || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }
}

/// The entries in the order in which they began; those that tell no start follow the entry before them in the file.
private struct StartOrder {
    let starts: [(place: Int, start: Int64)]
    let isFileOrder: Bool

    init(_ slots: [HARLayout.Slot]) {
        var last = slots.lazy.compactMap(\.start).first ?? 0
        var starts: [(place: Int, start: Int64)] = []
        starts.reserveCapacity(slots.count)
        var isFileOrder = true
        for (place, slot) in slots.enumerated() {
            let start = slot.start ?? last
            if start < last { isFileOrder = false }
            last = start
            starts.append((place, start))
        }
        if !isFileOrder { starts.sort { ($0.start, $0.place) < ($1.start, $1.place) } }
        self.starts = starts
        self.isFileOrder = isFileOrder
    }
}
