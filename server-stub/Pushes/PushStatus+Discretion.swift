internal import FoundationEssentials
internal import ServerAPI

extension PushStatus {
  /// The same as a person may know it: of everybody else one delivery, which says what was decided, and neither which devices they have nor
  /// what they have read.
  func discreet(to viewer: UUID) -> PushStatus {
    var status = self
    var named: Set<UUID> = []
    status.deliveries = deliveries.compactMap { delivery in
      if delivery.user == viewer { return delivery }
      return named.insert(delivery.user).inserted ? delivery.withoutDevice(storedAt: push.createdAt) : nil
    }
    return status
  }
}

extension PushStatus.Delivery {
  fileprivate func withoutDevice(storedAt date: Date) -> Self {
    switch state {
    case .accepted, .rejected, .expired: Self(user: user, device: nil, state: state, since: since)
    default: Self(user: user, device: nil, state: .stored, since: date)
    }
  }
}
