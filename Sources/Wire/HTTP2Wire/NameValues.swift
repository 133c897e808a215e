internal import CNGHTTP2

/// Lends fields in nghttp2's form.
enum NameValues {
    static func with<T>(
        _ fields: [HTTP2Field], _ body: (UnsafePointer<nghttp2_nv>?, Int) -> T
    ) -> T {
        var storage: [UInt8] = []
        storage.reserveCapacity(fields.indices.reduce(1) { $0 + fields[$1].name.count + fields[$1].value.count })
        for index in fields.indices {
            storage += fields[index].name
            storage += fields[index].value
        }
        storage.append(0)
        return storage.withUnsafeMutableBufferPointer { storage in
            guard var place = storage.baseAddress else { return body(nil, 0) }
            return withUnsafeTemporaryAllocation(of: nghttp2_nv.self, capacity: fields.count) { values in
                for index in fields.indices {
                    let nameCount = fields[index].name.count
                    let valueCount = fields[index].value.count
                    let flags = fields[index].isNeverIndexed ? UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) : 0
                    values.initializeElement(
                        at: index,
                        to: nghttp2_nv(
                            name: place, value: place + nameCount, namelen: nameCount, valuelen: valueCount,
                            flags: flags))
                    place += nameCount + valueCount
                }
                return body(values.baseAddress, fields.count)
            }
        }
    }
}
