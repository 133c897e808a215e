/// The compression of pieroxy's lz-string, for tests of its reader.
enum LZStringWriter {
    /// The URI form.
    static func compressed(_ text: [UInt8]) -> [UInt8] {
        var writer = BitWriter()
        var dictionary: [[UInt8]: Int] = [:]
        var pending: Set<[UInt8]> = []
        var word: [UInt8] = []
        var growsIn = 2
        var size = 3
        var width = 2

        func shrink() {
            growsIn -= 1
            if growsIn == 0 {
                growsIn = 1 << width
                width += 1
            }
        }
        func flush() {
            if pending.contains(word) {
                writer.write(0, width)
                writer.write(Int(word[0]), 8)
                shrink()
                pending.remove(word)
            } else {
                writer.write(dictionary[word] ?? 0, width)
            }
            shrink()
        }
        for byte in text {
            let single = [byte]
            if dictionary[single] == nil {
                dictionary[single] = size
                size += 1
                pending.insert(single)
            }
            if dictionary[word + single] != nil {
                word += single
                continue
            }
            flush()
            dictionary[word + single] = size
            size += 1
            word = single
        }
        if !word.isEmpty { flush() }
        writer.write(2, width)
        return writer.finish()
    }

    private struct BitWriter {
        private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-".utf8)
        private var text: [UInt8] = []
        private var value = 0
        private var count = 0

        mutating func write(_ number: Int, _ width: Int) {
            for position in 0..<width {
                value = value << 1 | (number >> position & 1)
                count += 1
                if count == 6 { flush() }
            }
        }

        private mutating func flush() {
            text.append(alphabet[value])
            value = 0
            count = 0
        }

        mutating func finish() -> [UInt8] {
            repeat { write(0, 1) } while count != 0
            return text
        }
    }
}
