internal import AgentAPI
internal import DesktopSession
internal import FoundationEssentials
internal import ServiceLifecycle
internal import TaskStore
internal import VaultModel

/// Answers the desktop's search with the names of ordinary open tasks, and with nothing while the vault is locked. It logs nothing.
struct TaskSearch: SearchAnswering {
  /// As many as a desktop shows.
  private static let limit = 10
  /// How many are looked at whose words, but perhaps not whose name, are meant.
  private static let candidateLimit = 200

  let tasks: any TaskReading
  let opener: PlaceOpener
  /// Whether the owner has locked the vault; also where that can't be told.
  let isLocked: @Sendable () async -> Bool

  func results(of words: [String]) async -> [String] {
    guard words.contains(where: { !SearchWords.words(of: $0).isEmpty }) else { return [] }
    var filter = TaskFilter()
    (filter.words, filter.isProtected) = (words, false)
    guard
      let found = await read({ () async throws(TaskStoreError) in
        try await tasks.tasks(TaskQuery(filter, limit: Self.candidateLimit))
      })
    else {
      return []
    }
    // Notes and steps are found by nobody but the vault's own clients.
    return found.filter { Self.isNamed($0, words) }.prefix(Self.limit).map(\.id.text)
  }

  func names(of ids: [String]) async -> [(id: String, name: String)] {
    let wanted = ids.compactMap { UUID(text: $0) }
    guard let found = await read({ () async throws(TaskStoreError) in try await tasks.tasks(wanted) }) else {
      return []
    }
    return wanted.prefix(Self.limit).compactMap { id in
      guard let task = found[id], !task.isProtected, !task.isDone, let name = task.name else { return nil }
      return (id.text, name)
    }
  }

  func open(_ id: String?) async {
    let id = id.flatMap { UUID(text: $0) }
    let target = id.map { PlaceTarget("show \($0.text)", .task($0)) } ?? PlaceTarget("list", .tasks)
    do throws(TerminalLaunchError) { try await opener.open(target, activationToken: nil) } catch {
      // Where nothing opens, nobody is there to be told.
    }
  }

  private func read<Found>(_ body: () async throws(TaskStoreError) -> Found) async -> Found? {
    guard await !isLocked() else { return nil }
    do throws(TaskStoreError) {
      let found = try await body()
      // It may have been locked meanwhile.
      return await isLocked() ? nil : found
    } catch { return nil }
  }

  private static func isNamed(_ task: TodoTask, _ words: [String]) -> Bool {
    let named = SearchWords.words(of: task.name ?? "")
    return words.flatMap(SearchWords.words(of:)).allSatisfy { word in named.contains { $0.hasPrefix(word) } }
  }
}

/// Has the desktop's search answered for as long as the agent runs.
struct SearchService: Service {
  let provider: SearchProvider

  func run() async throws {
    await cancelWhenGracefulShutdown { [provider] in await provider.run() }
  }
}
