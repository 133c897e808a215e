package import SDKContracts

/// Which first-party requests belong to one process of the app.
///
/// A process is a session ID (guide §2: "UUID novo por processo"). A request without one belongs to the process whose
/// requests stand around it: the last one seen before it, or the first of the recording.
package struct ProcessMap: Sendable {
    package struct Process: Sendable {
        package let sessionID: [UInt8]
        package let first: Int
        /// A request of it said `child_directed=1`.
        package fileprivate(set) var saysChildDirected: Bool
    }

    package private(set) var processes: [Process] = []
    private var ofRequest = NumberMap()
    private var bySession: [[UInt8]: Int] = [:]
    private var last: Int?
    private var waiting: [(number: Int, isChild: Bool)] = []

    package init() {}

    package mutating func see(_ sighting: Sighting) {
        guard sighting.isFirstParty else { return }
        let isChild = sighting.fields(.childDirected).contains {
            $0.value.elementsEqual(MetrikeVocabulary.childDirectedValue.utf8)
        }
        guard let session = sighting.value(.sessionID), !session.isEmpty else {
            if let last { add(sighting.number, isChild, to: last) } else { waiting.append((sighting.number, isChild)) }
            return
        }
        let index =
            bySession[session]
            ?? {
                processes.append(
                    Process(sessionID: session, first: sighting.number, saysChildDirected: false))
                bySession[session] = processes.count - 1
                return processes.count - 1
            }()
        for request in waiting { add(request.number, request.isChild, to: index) }
        waiting = []
        add(sighting.number, isChild, to: index)
        last = index
    }

    private mutating func add(_ number: Int, _ isChild: Bool, to index: Int) {
        if isChild { processes[index].saysChildDirected = true }
        ofRequest[number] = index
    }

    /// The position in `processes`; nil where the recording shows no session ID.
    package func process(of request: Int) -> Int? { ofRequest[request] }
}
