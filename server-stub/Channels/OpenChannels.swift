internal import FoundationEssentials
internal import NIOCore
internal import ServerAPI
internal import Synchronization

/// Which channel each device has open here: one at a time, so that opening another ends the first, here or on another node.
final class OpenChannels: Sendable {
  /// A channel that a device has open.
  private struct Opened: Sendable {
    let number: Int64
    let account: UUID
    let place: ChannelPlace

    var channel: UUID { place.id }

    let connection: any Channel
  }

  private struct State: Sendable {
    var count: Int64 = 0
    var devices: [String: Opened] = [:]
  }

  private let state = Mutex(State())

  /// The number of an opening, above those of all before it here. Where there are other nodes, storage has one for all.
  func nextNumber() -> Int64 {
    state.withLock { state in
      state.count += 1
      return state.count
    }
  }

  /// A device opens a channel; what it opened before that ends. That is this one, where a later one was quicker.
  func open(_ place: ChannelPlace, of account: UUID, device: String, number: Int64, on connection: any Channel) {
    let opened = Opened(number: number, account: account, place: place, connection: connection)
    let replaced = state.withLock { state in
      if let present = state.devices[device], present.number > number { return opened as Opened? }
      return state.devices.updateValue(opened, forKey: device)
    }
    if let replaced { end(replaced, .replaced) }
  }

  /// The devices that have a channel open.
  var devices: [String] { state.withLock { Array($0.devices.keys) } }

  /// Devices have opened channels, here or on other nodes: what they opened before that ends.
  func notice(_ openings: [String: Int64]) {
    let replaced = state.withLock { state in
      openings.compactMap { device, number in state.devices[device].flatMap { $0.number < number ? $0 : nil } }
    }
    for opened in replaced { end(opened, .replaced) }
  }

  /// The channels of the catalogue that are open, one for each device.
  var channels: [UUID] {
    state.withLock { $0.devices.values.filter { !$0.place.isConversation }.map(\.channel) }
  }

  /// A stream of a device has ended.
  func close(_ number: Int64, device: String) {
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
