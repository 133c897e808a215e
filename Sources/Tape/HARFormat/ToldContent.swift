import CassetteFormat
import HTTPModel
import JSONText

/// A message's content as an entry tells it.
enum ToldContent {
    case bytes([UInt8])
    /// There was content, and it is not in the file. The size as far as the file states it.
    case missing(size: Int?)

    static let none = ToldContent.bytes([])

    /// The answer's content.
    static func answer(
        _ node: EntryObject?, bodySize: Int?, _ fields: FieldList, _ remarks: inout EntryRemarks
    ) throws(TapeError) -> ToldContent {
        let size = try node?.wholeNumber("size")
        let text = try node?.bytes("text")
        guard let node, let text, !text.isEmpty else {
            let told = [size, fields.contentLength, text == nil ? bodySize : nil].compactMap(\.self)
            if let stated = told.first(where: { $0 > 0 }) {
                remarks.add(.responseContentMissing, try reason(node, size: stated))
                return .missing(size: stated)
            }
            if text != nil || told.contains(0) { return .none }
            remarks.add(.responseContentMissing, try reason(node, size: nil))
            return .missing(size: nil)
        }
        let isCoded = fields.contains("content-encoding")
        var charset = fields.charset
        if charset == nil, let type = try node.bytes("mimeType") { charset = FieldList.charset(of: type) }
        let bytes = try decoded(text, node, stated: size, charset: charset, isCoded: isCoded, &remarks)
        guard let bytes else {
            remarks.add(.responseContentMissing, "its encoding is not known")
            return .missing(size: size)
        }
        if let size, size >= 0, size != bytes.count {
            remarks.add(.sizeDiffers, "\(size) stated, \(bytes.count) told")
        }
        return .bytes(bytes)
    }

    /// The request's content.
    static func request(
        _ node: EntryObject?, bodySize: Int?, _ fields: FieldList, _ remarks: inout EntryRemarks
    ) throws(TapeError) -> ToldContent {
        let stated = [bodySize, fields.contentLength].compactMap(\.self).first { $0 > 0 }
        if let node, let text = try node.bytes("text"), !text.isEmpty {
            let isCoded = fields.contains("content-encoding")
            let bytes = try decoded(text, node, stated: stated, charset: fields.charset, isCoded: isCoded, &remarks)
            guard let bytes else {
                remarks.add(.requestContentMissing, "its encoding is not known")
                return .missing(size: stated)
            }
            // The stated size is the wire's, coding included.
            if let stated, stated != bytes.count, !isCoded {
                remarks.add(.sizeDiffers, "\(stated) stated, \(bytes.count) told")
            }
            return .bytes(bytes)
        }
        let parameters = try node?.list("params") ?? []
        if !parameters.isEmpty {
            var type = fields.first("content-type") ?? []
            if type.isEmpty, let told = try node?.bytes("mimeType") { type = told }
            let name = type.prefix { $0 != UInt8(ascii: ";") }.map(ASCII.lowercased)
            if name.isEqual(to: "application/x-www-form-urlencoded") {
                remarks.add(.contentMade)
                return .bytes(try PairText.joined(parameters))
            }
            remarks.add(.requestContentMissing, "only its parts are told, as params")
            return .missing(size: stated)
        }
        guard let stated else { return .none }
        remarks.add(.requestContentMissing, try reason(node, size: stated))
        return .missing(size: stated)
    }

    private static func reason(_ node: EntryObject?, size: Int?) throws(TapeError) -> String {
        let size = size.map { "\($0) bytes" } ?? "size not told"
        if let file = try node?.words("_file") { return "\(size), kept in \(file)" }
        return size
    }

    /// Nil when the text has an encoding that is not known.
    private static func decoded(
        _ text: [UInt8], _ node: EntryObject, stated: Int?, charset: [UInt8]?, isCoded: Bool,
        _ remarks: inout EntryRemarks
    ) throws(TapeError) -> [UInt8]? {
        var mark: [UInt8] = []
        for name: StaticString in ["encoding", "_encoding"] where mark.isEmpty {
            if let told = try node.bytes(name) { mark = told.map(ASCII.lowercased) }
        }
        let isPolly = node["_isBinary"]?.isTrue == true
        // Old Polly files do not mark the pieces; gzip's own mark then says that they are no JSON of the origin's.
        if isPolly || isCoded, let bytes = pieces(text, isBase64: mark.isEqual(to: "base64")),
            isPolly || bytes.starts(with: [0x1F, 0x8B])
        {
            return bytes
        }
        if mark.isEqual(to: "base64") {
            guard let bytes = TextBytes.base64(text) else {
                throw node.text.refusal(.syntax, "the content is not valid base64", at: node.range.lowerBound)
            }
            return bytes
        }
        if mark.isEqual(to: "hex") || isPolly && mark.isEmpty {
            guard let bytes = TextBytes.hexadecimal(text) else {
                throw node.text.refusal(.syntax, "the content is not valid hexadecimal", at: node.range.lowerBound)
            }
            return bytes
        }
        guard mark.isEmpty || mark.isEqual(to: "utf8") || mark.isEqual(to: "utf-8") else { return nil }
        return ToldText.bytes(text, stated: stated, charset: charset, &remarks)
    }

    /// Polly's form of coded content: a JSON list of pieces within the text, each in hexadecimal or base64.
    private static func pieces(_ text: [UInt8], isBase64: Bool) -> [UInt8]? {
        guard text.first == UInt8(ascii: "["), text.last == UInt8(ascii: "]"),
            let list = try? JSONParser().parse(text).root.elements, !list.isEmpty
        else { return nil }
        var bytes: [UInt8] = []
        for piece in list {
            guard let text = piece.text,
                let part = isBase64 ? TextBytes.base64(text) : TextBytes.hexadecimal(text)
            else { return nil }
            bytes += part
        }
        return bytes
    }
}
