import Foundation

// For the signal handler, which can be given nothing.
private nonisolated(unsafe) var watchedPage: SharedPage?
private nonisolated(unsafe) var executionsAtLastTick = -1
private nonisolated(unsafe) var ticks = 0

/// The process that runs inputs against one target until something stops it.
struct Runner {
    let target: FuzzTarget
    let page: SharedPage
    let options: Options

    /// Ends the process; status 3 means that a condition did not hold.
    func run() -> Never {
        watch()
        let files = SeedFiles()
        let seeds = target.seeds(files) + files.kept(target.name)
        var mutator = Mutator(
            seeds: seeds, words: target.words, longest: target.longestInput, seed: options.seed)
        let deadline = options.seconds.map { Date().addingTimeInterval($0) }
        // The seeds themselves, once; a restart after a finding goes on with changed ones.
        if page.executions == 0 { for seed in seeds { execute(seed) } }
        while options.runs.map({ page.executions < $0 }) ?? true {
            if let deadline, page.executions & 15 == 0, Date() >= deadline { break }
            execute(mutator.next())
        }
        exit(0)
    }

    private func execute(_ input: [UInt8]) {
        page.input = input
        page.executions += 1
        do { try target.run(input) } catch {
            print("violation: \(String(describing: error).split(separator: "\n").joined(separator: " "))")
            fflush(nil)
            exit(3)
        }
    }

    /// An input that takes over a second of processor time is a finding of its own.
    private func watch() {
        watchedPage = page
        signal(SIGPROF) { _ in
            guard let page = watchedPage else { return }
            ticks = page.executions == executionsAtLastTick ? ticks + 1 : 0
            executionsAtLastTick = page.executions
            guard ticks >= 2, page.executions > 0 else { return }
            page.hangs = true
            abort()
        }
        let half = timeval(tv_sec: 0, tv_usec: 500_000)
        var interval = itimerval(it_interval: half, it_value: half)
        var memory = rlimit(rlim_cur: 4 << 30, rlim_max: 4 << 30)
        var core = rlimit(rlim_cur: 0, rlim_max: 0)
        #if canImport(Glibc)
        setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &interval, nil)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory)
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &core)
        #else
        setitimer(ITIMER_PROF, &interval, nil)
        setrlimit(RLIMIT_AS, &memory)
        setrlimit(RLIMIT_CORE, &core)
        #endif
    }
}
