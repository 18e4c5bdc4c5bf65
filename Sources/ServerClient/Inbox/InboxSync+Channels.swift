public import FoundationEssentials
internal import Waiting

/// Channels: what there is to do about them, and which one is open.
extension InboxSync {
  /// The user has written something: it is sent, now or once there is a connection.
  public func sendMessages() { errands?.add(.init(sends: true)) }

  /// The user has joined or left a channel.
  public func compareChannels() { errands?.add(.init(compares: true)) }

  /// Waits until a connection has all messages that the server had when it began, but not for long.
  public func waitForChannels(atMost time: Duration) async {
    await BoundedWait.wait(for: phases(), atMost: time) { phase in
      if case .waiting = phase { return true }
      guard phase == .live, let errands = await self.errands else { return false }
      await errands.waitForComparison()
      return await self.errands === errands
    }
  }

  /// Tries again at once to reach a server that could not be reached, and waits until that is decided, but not for long: the user is about to send
  /// something, and a wait may be minutes.
  public func tryAgain(atMost time: Duration) async {
    guard case .waiting(let error, _) = phase, error.code == .unreachable || error.code == .timedOut else { return }
    let former = phase
    resume()
    await BoundedWait.wait(for: phases(), atMost: time) { phase in
      switch phase {
      case .live: true
      case .waiting: phase != former
      case .idle, .registering, .catchingUp: false
      }
    }
  }

  /// Fetches what is missing of a channel.
  ///
  /// - Returns: whether everything that the server had is here; false without a connection.
  public func fetchMessages(of channel: UUID) async -> Bool {
    // Right after the start a connection is on its way.
    if channels == nil, await isConnecting { await waitForChannels(atMost: .seconds(2)) }
    guard let channels else { return false }
    do throws(StepFailure) {
      try await channels.fetch(channel)
      return true
    } catch { return false }
  }

  private var isConnecting: Bool {
    get async {
      switch phase {
      case .registering, .catchingUp, .live: return true
      case .waiting: return false
      case .idle: break
      }
      switch await dependencies.auth.phase {
      case .loggingIn, .loggedIn: return mayWork
      case .idle, .needsCredentials, .unreachable: return false
      }
    }
  }

  /// Has a channel open, in place of the one before: its messages come as they are written, whenever there is a connection.
  ///
  /// - Returns: what ``close(_:)`` needs.
  public func open(_ channel: UUID) -> OpenChannelTicket {
    openCount += 1
    let ticket = OpenChannelTicket(number: openCount)
    opened = (ticket, channel)
    openedContinuation?.yield(channel)
    return ticket
  }

  /// Closes a channel, unless another is open in its place.
  public func close(_ ticket: OpenChannelTicket) {
    guard opened?.ticket == ticket else { return }
    opened = nil
    openedContinuation?.yield(nil)
  }

  /// The channel that is open.
  public var openChannel: UUID? { opened?.channel }
}

/// Stands for one time that a channel was opened.
public struct OpenChannelTicket: Equatable, Sendable { let number: Int }
