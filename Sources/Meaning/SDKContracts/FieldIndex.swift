/// The parameters that stand for a field, in one array: those of a kind stand together, in their own order.
struct FieldIndex: Sendable {
    private let parameters: [Parameter]
    /// Where the parameters of each kind end; those of the next kind begin there.
    private let ends: [Int]

    init(_ all: [Parameter]) {
        var ends = [Int](repeating: 0, count: FieldKind.allCases.count)
        for index in all.indices {
            if let kind = all[index].kind { ends[kind.rawValue] += 1 }
        }
        var count = 0
        for kind in ends.indices {
            count += ends[kind]
            ends[kind] = count
        }
        self.ends = ends
        guard count > 0 else {
            parameters = []
            return
        }
        var next = [0] + ends.dropLast()
        var order = [Int](repeating: 0, count: count)
        for index in all.indices {
            guard let kind = all[index].kind else { continue }
            order[next[kind.rawValue]] = index
            next[kind.rawValue] += 1
        }
        parameters = order.map { all[$0] }
    }

    func has(_ kind: FieldKind) -> Bool { !range(kind).isEmpty }

    subscript(kind: FieldKind) -> ArraySlice<Parameter> {
        parameters[range(kind)]
    }

    private func range(_ kind: FieldKind) -> Range<Int> {
        (kind.rawValue == 0 ? 0 : ends[kind.rawValue - 1])..<ends[kind.rawValue]
    }
}
