import HTTPModel

/// A multipart boundary is random in each run (RFC 2046 §5.1.1); for comparison every one is the same.
package enum MultipartBoundary {
    package static func normalized(_ body: [UInt8], contentType: ArraySlice<UInt8>?) -> [UInt8] {
        guard let contentType, let boundary = boundary(contentType), !boundary.isEmpty else { return body }
        let delimiter = Array("--".utf8) + boundary
        var result: [UInt8] = []
        result.reserveCapacity(body.count)
        var index = 0
        while index < body.count {
            let isLineStart = index == 0 || body[index - 1] == 0x0A
            if isLineStart, body[index...].starts(with: delimiter) {
                result += "--boundary".utf8
                index += delimiter.count
            } else {
                result.append(body[index])
                index += 1
            }
        }
        return result
    }

    private static func boundary(_ contentType: ArraySlice<UInt8>) -> [UInt8]? {
        let parameters = contentType.split(separator: UInt8(ascii: ";"))
        guard let type = parameters.first,
            ASCII.equalsIgnoringCase(type.prefix(10), "multipart/")
        else { return nil }
        for parameter in parameters.dropFirst() {
            let trimmed = parameter.trimmingOptionalWhiteSpace()
            guard ASCII.equalsIgnoringCase(trimmed.prefix(9), "boundary=") else { continue }
            return trimmed.dropFirst(9).filter { $0 != UInt8(ascii: "\"") }
        }
        return nil
    }
}
