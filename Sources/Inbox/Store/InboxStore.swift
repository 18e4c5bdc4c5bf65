internal import DurableFiles
public import FoundationEssentials
internal import GRDB
internal import VaultModel

/// The agent's own inbox: items, states, messages and how far they have come, of every account that was ever logged in here.
///
/// A write that returned is durable and happened whole or not at all, so that it may be acknowledged to the server that everything up to
/// ``position(of:)`` is here. One store is used by one process; within it, by as many tasks as there are.
///
/// Of a file that is damaged, everything can be fetched again but what the server does not know yet.
public actor InboxStore {
  /// The most entries or messages of one answer.
  public static let maximumPageCount = 500

  let file: InboxFile
  /// Which state of the owners' enrolments is known: another one after each join or leave that was recorded here. What the server was
  /// asked before that may be older, and is not believed.
  public internal(set) var enrolmentMark = 0
  /// Counts on with each nickname that is given here: what the server was asked before is older.
  public internal(set) var nicknameMark = 0
  /// Counts on whenever an owner's numbers begin to stand for other items: what is known by a number from before is void.
  public internal(set) var restartMark = 0
  private var observers = InboxObservers()
  private let executor = SerialQueueExecutor(label: "vault.inbox")

  /// Runs on a queue of its own: a file that another program holds must not hold up anything else.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the store at `path`, or makes it with mode 0600; its directory exists.
  ///
  /// - Parameter busyTimeout: how many seconds another program's lock on the file is waited for.
  /// - Throws: ``InboxStoreError``: `newerFormat`, `readOnly`, `diskFull`, `busy` or `damaged`.
  public init(path: String, busyTimeout: Double = 2) throws(InboxStoreError) {
    file = try InboxFile(path: path, busyTimeout: busyTimeout)
  }

  /// Closes the file, and ends what observes the store, which must not be used afterwards.
  public func close() throws(InboxStoreError) {
    observers.end()
    try file.close()
  }

  /// Introduces an owner, who then has an inbox; nothing happens when there is one.
  ///
  /// - Parameter date: when; until a hint's topic is asked about for the first time, this is when it was
  ///   (``lastQuery(of:for:)``).
  public func begin(_ owner: InboxOwner, at date: Date) throws(InboxStoreError) {
    try file.write { database in
      try database.execute(
        sql: "INSERT OR IGNORE INTO owners (server, user, startedAt) VALUES (?, ?, ?)",
        arguments: [owner.server, Data(owner.user.bytes), date.timeIntervalSinceReferenceDate])
    }
  }

  /// Removes everything of an owner. What the server still has can be fetched again after a new ``begin(_:at:)``.
  public func forget(_ owner: InboxOwner) throws(InboxStoreError) {
    try file.write { database in
      try database.execute(
        sql: "DELETE FROM owners WHERE server = ? AND user = ?", arguments: [owner.server, Data(owner.user.bytes)])
    }
    observers.signal(owner)
  }

  /// A signal for every change of an owner's inbox, coalesced where they come faster than they are read; it ends when
  /// the store is closed.
  public func changes(for owner: InboxOwner) -> AsyncStream<Void> {
    observers.add(owner) { number in Task { await self.removeObserver(number) } }
  }

  private func removeObserver(_ number: Int) { observers.remove(number) }

  /// Changes an owner's inbox in one transaction, and notifies the observers.
  func change<Result>(
    _ owner: InboxOwner, _ body: (Database, Int64) throws -> Result
  ) throws(InboxStoreError) -> Result {
    let result = try file.write { try body($0, try $0.number(of: owner)) }
    observers.signal(owner)
    return result
  }

  /// Reads an owner's inbox as it is at one moment.
  func read<Result>(
    _ owner: InboxOwner, _ body: (Database, Int64) throws -> Result
  ) throws(InboxStoreError) -> Result {
    try file.read { try body($0, try $0.number(of: owner)) }
  }
}
