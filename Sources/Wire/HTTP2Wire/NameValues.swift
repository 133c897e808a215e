internal import CNGHTTP2

/// Lends fields in nghttp2's form.
enum NameValues {
    static func with<T>(
        _ fields: [HTTP2Field], _ body: (UnsafePointer<nghttp2_nv>?, Int) -> T
    ) -> T {
        var storage: [UInt8] = []
        storage.reserveCapacity(fields.reduce(1) { $0 + $1.name.count + $1.value.count })
        for field in fields {
            storage += field.name
            storage += field.value
        }
        storage.append(0)
        return storage.withUnsafeMutableBufferPointer { storage in
            guard var place = storage.baseAddress else { return body(nil, 0) }
            let values = fields.map { field in
                let flags = field.isNeverIndexed ? UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) : 0
                let value = nghttp2_nv(
                    name: place, value: place + field.name.count, namelen: field.name.count,
                    valuelen: field.value.count, flags: flags)
                place += field.name.count + field.value.count
                return value
            }
            return values.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
        }
    }
}
