/// A value that has one JSON form.
package protocol JSONWritable {
    /// Writes exactly one value.
    func write(to writer: inout JSONWriter)
}

extension String: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.string(utf8) }
}

extension Bool: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(self ? "true" : "false") }
}

extension Int: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(String(self)) }
}

extension Int64: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(String(self)) }
}

extension UInt64: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(String(self)) }
}

extension UInt16: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(String(self)) }
}

/// The shortest digits that read back as the same double; JSON has no infinity and no NaN, which become null.
extension Double: JSONWritable {
    package func write(to writer: inout JSONWriter) { writer.literal(isFinite ? description : "null") }
}

/// Nil is null.
extension Optional: JSONWritable where Wrapped: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}

extension Array: JSONWritable where Element: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.array { writer in
            for element in self { element.write(to: &writer) }
        }
    }
}
