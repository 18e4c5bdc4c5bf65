internal import FoundationEssentials
internal import NIOCore
internal import ServerAPI
internal import Synchronization

/// Which channel each device has open: one at a time, so that opening another ends the first.
final class OpenChannels: Sendable {
  /// A channel that a device has open.
  private struct Opened: Sendable {
    let number: Int
    let account: UUID
    let place: ChannelPlace

    var channel: UUID { place.id }

    let connection: any Channel
  }

  private struct State: Sendable {
    var count = 0
    var devices: [String: Opened] = [:]
  }

  private let state = Mutex(State())

  /// A device opens a channel; what it had open ends.
  ///
  /// - Returns: what ``close(_:device:)`` needs.
  func open(_ place: ChannelPlace, of account: UUID, device: String, on connection: any Channel) -> Int {
    let (number, replaced) = state.withLock { state in
      state.count += 1
      let opened = Opened(number: state.count, account: account, place: place, connection: connection)
      return (state.count, state.devices.updateValue(opened, forKey: device))
    }
    if let replaced { end(replaced, .replaced) }
    return number
  }

  /// The channels of the catalogue that are open, one for each device.
  var channels: [UUID] {
    state.withLock { $0.devices.values.filter { !$0.place.isConversation }.map(\.channel) }
  }

  /// A stream of a device has ended.
  func close(_ number: Int, device: String) {
    state.withLock { if $0.devices[device]?.number == number { $0.devices[device] = nil } }
  }

  /// A user leaves a channel: whatever device has it open loses it.
  ///
  /// - Parameter account: the user's; nil for everybody, when the channel goes.
  func leave(_ channel: UUID, _ account: UUID? = nil) {
    let ended = state.withLock { state in
      state.devices.values.filter { $0.channel == channel && (account == nil || $0.account == account) }
    }
    for opened in ended { end(opened, .left) }
  }

  private func end(_ opened: Opened, _ reason: ChannelClosing.Reason) {
    opened.connection.pipeline.fireUserInboundEventTriggered(StreamEnding.closed(reason))
  }
}
