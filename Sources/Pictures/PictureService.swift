public import AgentAPI
public import FoundationEssentials
public import Inbox
internal import Localization
public import Logging
internal import PictureFormat

/// The pictures of the inbox: fetched when somebody wants to see them, from the vault's own server and nowhere else, kept for
/// a while, and never decoded in this process.
public actor PictureService {
  /// The longest side of a small picture, in pixels.
  static let smallSide = 512
  /// How long to wait before a picture is asked for again that nobody waits for, in seconds.
  private static let pauses = [2.0, 8.0]

  private let cache: PictureCache
  private let source: any PictureSource
  private let process: PictureProcess?
  private let logger: Logger
  private let isThere: @Sendable (InboxEntry, InboxOwner) async -> Bool
  /// What is being fetched, so that nothing is fetched twice at once.
  private var fetches: [PictureRequest: Task<Result<CachedPicture, Failure>, Never>] = [:]

  /// - Parameters:
  ///   - paths: of the vault; the cache is below them.
  ///   - source: what pictures are downloaded from.
  ///   - isThere: whether an item still is what it was, and names its picture.
  public init(
    paths: VaultPaths, source: any PictureSource, logger: Logger,
    isThere: @escaping @Sendable (InboxEntry, InboxOwner) async -> Bool
  ) {
    self.isThere = isThere
    cache = PictureCache(directory: paths.cache, vault: paths.data)
    process = PictureProcess.find().map { PictureProcess(program: $0) }
    (self.source, self.logger) = (source, logger)
  }

  /// Whether there is a program that decodes pictures.
  public nonisolated var hasProgram: Bool { process != nil }

  /// The picture that comes with an item.
  ///
  /// - Parameter seconds: how long it is waited for; what is not there in time is there the next time. Nil for as long as it takes.
  /// - Throws: ``AgentAPI/Failure`` when it has none, or none that can be had now: ``AgentAPI/Failure/Code/tryLater`` after `seconds`.
  public func picture(
    of entry: InboxEntry, for owner: InboxOwner, within seconds: Double? = nil
  ) async throws(Failure) -> CachedPicture {
    guard let request = await request(of: entry, for: owner) else {
      throw Failure(.usage, "Item \(entry.sequence) has no picture from your server.")
    }
    return try await picture(request, within: seconds)
  }

  /// The picture of that id, on the owner's server.
  ///
  /// - Parameter seconds: as for an item's.
  /// - Throws: as for an item's.
  public func picture(
    _ id: UUID, for owner: InboxOwner, within seconds: Double?
  ) async throws(Failure) -> CachedPicture {
    try await picture(await request(of: id, for: owner), within: seconds)
  }

  private func picture(_ request: PictureRequest, within seconds: Double?) async throws(Failure) -> CachedPicture {
    guard let seconds else { return try await picture(request) }
    let outcome = await Self.outcome(within: seconds) { () async -> Result<CachedPicture, Failure> in
      do throws(Failure) { return .success(try await self.picture(request)) } catch { return .failure(error) }
    }
    guard let outcome else { throw Failure(.tryLater, "It is being fetched; open the item again to see it.") }
    return try outcome.get()
  }

  private func picture(_ request: PictureRequest) async throws(Failure) -> CachedPicture {
    if let present = await present(request) { return present }
    let running = fetches[request] ?? Task { await fetch(request) }
    fetches[request] = running
    let result = await running.value
    fetches[request] = nil
    return try result.get()
  }

  /// The path of a small PNG of a picture, for a notification. Tried a few times; nil, with the reason in the log, when it can't be had.
  private func smallPicture(_ request: PictureRequest) async -> String? {
    if let path = await cache.path(of: request.id, .small, for: request.owner) { return path }
    for pause in Self.pauses + [0] {
      // What was removed is not fetched in vain.
      guard await cache.removalCount(of: request.id) == request.removalCount else { return nil }
      do throws(Failure) { return try await small(request, of: try await picture(request)) } catch {
        logger.info("no picture", metadata: ["picture": "\(request.id)", "reason": "\(error.code.rawValue)"])
        guard [.unavailable, .tryLater].contains(error.code), pause > 0 else { return nil }
        // Whoever waits may leave.
        do { try await Task.sleep(for: .seconds(pause)) } catch { return nil }
      }
    }
    return nil
  }

  /// The path of a small PNG of an item's picture, for a notification that is about to be shown; nil when it has none. What is not there in
  /// time is there for the next one.
  public func smallPicture(of entry: InboxEntry, for owner: InboxOwner, within seconds: Double) async -> String? {
    guard let request = await request(of: entry, for: owner) else { return nil }
    return await Self.outcome(within: seconds) { await self.smallPicture(request) } ?? nil
  }

  /// The same of the picture of that id.
  public func smallPicture(_ id: UUID, for owner: InboxOwner, within seconds: Double) async -> String? {
    let request = await request(of: id, for: owner)
    return await Self.outcome(within: seconds) { await self.smallPicture(request) } ?? nil
  }

  /// The outcome of some work within a time; nil when it takes longer, and goes on.
  private static func outcome<Value: Sendable>(
    within seconds: Double, of work: @escaping @Sendable () async -> Value
  ) async -> Value? {
    let (results, found) = AsyncStream<Value?>.makeStream()
    Task { found.yield(await work()) }
    let timer = Task {
      do { try await Task.sleep(for: .seconds(seconds)) } catch { return }
      found.yield(nil)
    }
    defer { timer.cancel() }
    for await result in results { return result }
    return nil
  }

  /// Removes a picture that nobody is to see any more. One that is on its way is not waited for, and not kept.
  public func forget(_ id: UUID, of owner: InboxOwner) async {
    await cache.remove(id, for: owner)
    for (request, fetch) in fetches where request.id == id { fetch.cancel() }
  }

  /// What has to be written to a terminal to show a picture; empty where it shows none.
  public func drawing(of picture: CachedPicture, in shape: TerminalShape) async throws(Failure) -> String {
    let drawn = try await output(of: .drawing(PictureArea(shape)), for: picture.path)
    guard DrawingCheck.passes(drawn) else {
      logger.error("what a picture was drawn as is not a drawing")
      throw Self.undecodable
    }
    return String(decoding: drawn, as: UTF8.self)
  }

  /// Asks for an item's picture; nil when it has none, or one of another server, or is not that item any more.
  private func request(of entry: InboxEntry, for owner: InboxOwner) async -> PictureRequest? {
    guard let picture = entry.payload?.picture, source.has(picture, for: owner), let id = UUID(uuidString: picture.id)
    else { return nil }
    let request = await request(of: id, for: owner)
    // In this order: an item that was emptied before is seen to be, and what it is emptied of later is removed after the count.
    return await isThere(entry, owner) ? request : nil
  }

  private func request(of id: UUID, for owner: InboxOwner) async -> PictureRequest {
    PictureRequest(id: id, owner: owner, removalCount: await cache.removalCount(of: id))
  }
}

/// A picture that somebody wants, as long as it is not removed.
private struct PictureRequest: Hashable {
  let id: UUID
  let owner: InboxOwner
  /// How often it had been removed when it was asked for.
  let removalCount: Int
}

extension PictureService {
  private static let undecodable = Failure(
    .badData, "The picture can't be read.", hint: "vault inbox image NUMBER --save FILE keeps it as it is.")

  /// The file that is here.
  private func present(_ request: PictureRequest) async -> CachedPicture? {
    guard let path = await cache.path(of: request.id, .original, for: request.owner),
      let bytes = PictureFile.bytes(path), let header = try? PictureHeader(bytes)
    else { return nil }
    return CachedPicture(path: path, header: header, byteCount: bytes.count)
  }

  private func fetch(_ request: PictureRequest) async -> Result<CachedPicture, Failure> {
    do throws(Failure) {
      let bytes = try await source.download(request.id, for: request.owner)
      let header: PictureHeader
      do { header = try PictureHeader(bytes) } catch {
        throw Failure(.badData, "What the server has is not a picture: \(error).")
      }
      let path = try await store(bytes, .original, request)
      return .success(CachedPicture(path: path, header: header, byteCount: bytes.count))
    } catch {
      guard error.code == .usage else { return .failure(error) }
      return .failure(
        Failure(.usage, "The server has no such picture, or no longer.", hint: "Ask its sender to send it again."))
    }
  }

  private func store(
    _ bytes: [UInt8], _ form: PictureCache.Form, _ request: PictureRequest
  ) async throws(Failure) -> String {
    try await cache.store(
      bytes, as: request.id, form, for: request.owner, unlessRemovedSince: request.removalCount)
  }

  private func small(_ request: PictureRequest, of picture: CachedPicture) async throws(Failure) -> String {
    let decoded = try await pixels(of: picture, side: Self.smallSide)
    let bytes = PlainPNG.bytes(width: decoded.width, height: decoded.height, pixels: decoded.pixels)
    return try await store(bytes, .small, request)
  }

  /// The pixels of a picture.
  ///
  /// - Parameter side: the longest side that is wanted, in pixels, within ``AgentAPI/PictureForm/maximumSide``.
  public func pixels(of picture: CachedPicture, side: Int) async throws(Failure) -> PictureRaster {
    let side = min(max(side, 1), PictureForm.maximumSide)
    guard let decoded = PictureRaster(try await output(of: .pixels(side: side), for: picture.path), side: side) else {
      logger.error("what a picture was decoded to are not pixels")
      throw Self.undecodable
    }
    return decoded
  }

  private func output(of task: PictureProcess.Task, for path: String) async throws(Failure) -> [UInt8] {
    guard let process else {
      throw Failure(
        .configuration, "The program vault-picture was not found.", hint: "Install it beside vault-agent.")
    }
    do { return try await process.output(of: task, for: path) } catch {
      guard case .program(let reason) = error else { throw Self.undecodable }
      logger.error("pictures can't be decoded here", metadata: ["reason": "\(reason)"])
      throw Failure(.unavailable, "Pictures can't be shown here: \(reason).")
    }
  }
}
