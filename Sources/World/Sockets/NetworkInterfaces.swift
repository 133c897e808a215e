internal import CUV

/// The network interfaces of this machine.
package enum NetworkInterfaces {
    /// Their addresses, numeric, as they are now; those that only this machine reaches come last.
    package static func addresses() -> [String] {
        var list: UnsafeMutablePointer<uv_interface_address_t>?
        var count: Int32 = 0
        guard uv_interface_addresses(&list, &count) == 0, let list else { return [] }
        defer { uv_free_interface_addresses(list, count) }
        var outward: [String] = []
        var inward: [String] = []
        for index in 0..<count {
            let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { text in
                guard let start = text.baseAddress else { return "" }
                fita_uv_interface_address(list, index, start, 64)
                return String(cString: start)
            }
            if list[Int(index)].is_internal != 0 { inward.append(text) } else { outward.append(text) }
        }
        return outward + inward
    }
}
