internal import FoundationEssentials
internal import HTTPTypes
internal import NIOCore
internal import NIOHTTPTypes
internal import ServerAPI
internal import Synchronization

/// Which channel each device has open: one at a time, so that opening another ends the first.
final class OpenChannels: Sendable {
  /// A channel that a device has open.
  private struct Opened: Sendable {
    let number: Int
    let account: UUID
    let channel: UUID
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
  func open(_ channel: UUID, of account: UUID, device: String, on connection: any Channel) -> Int {
    let (number, former) = state.withLock { state in
      state.count += 1
      let opened = Opened(number: state.count, account: account, channel: channel, connection: connection)
      return (state.count, state.devices.updateValue(opened, forKey: device))
    }
    if let former { end(former, .replaced) }
    return number
  }

  /// A stream of a device has ended.
  func close(_ number: Int, device: String) {
    state.withLock { if $0.devices[device]?.number == number { $0.devices[device] = nil } }
  }

  /// A user leaves a channel: whatever device has it open loses it.
  func leave(_ channel: UUID, _ account: UUID) {
    let ended = state.withLock { state in
      state.devices.values.filter { $0.account == account && $0.channel == channel }
    }
    for opened in ended { end(opened, .left) }
  }

  private func end(_ opened: Opened, _ reason: ChannelClosing.Reason) {
    let data = ByteBuffer(string: #"{"reason":"\#(reason.rawValue)"}"#)
    let text = EventStreamText.event("closed", id: nil as ChannelCursor?, data: data)
    opened.connection.writeAndFlush(HTTPResponsePart.body(text), promise: nil)
    opened.connection.close(promise: nil)
  }
}
