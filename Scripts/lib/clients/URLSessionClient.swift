// Swift's URLSession: URL and file in pairs; "POST SENT" before a pair sends a file.
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

var given = Array(CommandLine.arguments.dropFirst())
while !given.isEmpty {
    var sent: Data?
    if given[0] == "POST" {
        sent = try Data(contentsOf: URL(fileURLWithPath: given[1]))
        given.removeFirst(2)
    }
    let out = URL(fileURLWithPath: given[1])
    guard let url = URL(string: given[0]) else { fatalError("\(given[0]) is no URL") }
    given.removeFirst(2)
    var request = URLRequest(url: url)
    if let sent {
        request.httpMethod = "POST"
        request.httpBody = sent
    }
    let done = DispatchSemaphore(value: 0)
    let task = URLSession.shared.dataTask(with: request) { data, response, error in
        guard let data, (response as? HTTPURLResponse)?.statusCode == 200, (try? data.write(to: out)) != nil else {
            print(url, response.map { "\($0)" } ?? "", error.map { "\($0)" } ?? "")
            exit(1)
        }
        done.signal()
    }
    task.resume()
    done.wait()
}
