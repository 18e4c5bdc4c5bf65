/// What one of the watches saw.
enum Observation: Equatable {
  case busReached(WatchedBus)
  case busLost(WatchedBus)
  case logindFound
  case logindLost
  case sleepDelayed(Bool)
  case preparingForSleep(Bool)
  case sessionFound(String, isLocked: Bool)
  case sessionGone(String)
  case lockRequested(String)
  case unlockRequested(String)
  case lockedHint(String, Bool)
  case screenSaverFound(String)
  case screenSaverLost(String)
  case screenSaver(String, isActive: Bool)
}

/// Turns what the watches see into the session's state and into events. Pure.
struct SessionTracker {
  private(set) var state = SessionState()

  /// Applies one observation.
  ///
  /// - Returns: the events that a holder of secrets must get.
  mutating func apply(_ observation: Observation) -> [SessionEvent] {
    switch observation {
    case .busReached(let bus): setReached(bus, true)
    case .busLost(let bus): return lose(bus)
    case .logindFound: state.capabilities.hasLogind = true
    case .logindLost: return loseLogind()
    case .sleepDelayed(let isDelayed): state.capabilities.delaysSleep = isDelayed
    case .preparingForSleep(let isSleeping): return sleep(isSleeping)
    case .sessionFound(let id, let isLocked):
      state.capabilities.sessions.insert(id)
      return set(.lockedHint(id), isLocked)
    case .sessionGone(let id): return end(id)
    case .lockRequested(let id):
      return set(.session(id), true)
    case .unlockRequested(let id): return set(.session(id), false)
    case .lockedHint(let id, let isLocked):
      // Desktops that obey `Lock` answer with the hint, and not all of them with `Unlock`.
      if !isLocked { state.lockSources.remove(.session(id)) }
      return set(.lockedHint(id), isLocked)
    case .screenSaverFound(let name): state.capabilities.screenSavers.insert(name)
    case .screenSaverLost(let name): state.capabilities.screenSavers.remove(name)
    case .screenSaver(let name, let isActive): return set(.screenSaver(name), isActive)
    }
    return []
  }

  /// A lock is reported each time: who said so before may have gone without a word since, and another program may have its name.
  private mutating func set(_ source: LockSource, _ isLocked: Bool) -> [SessionEvent] {
    if isLocked {
      state.lockSources.insert(source)
      return [.locked(source)]
    }
    return state.lockSources.remove(source) == nil ? [] : [.unlocked(source)]
  }

  /// Each sleep is reported, as each lock is: that the machine woke up in between may never have been told.
  private mutating func sleep(_ isSleeping: Bool) -> [SessionEvent] {
    let wasSleeping = state.isSleeping
    state.isSleeping = isSleeping
    if isSleeping { return [.sleeping] }
    return wasSleeping ? [.woke] : []
  }

  private mutating func end(_ id: String) -> [SessionEvent] {
    guard state.capabilities.sessions.remove(id) != nil else { return [] }
    state.lockSources.subtract([.session(id), .lockedHint(id)])
    return state.capabilities.sessions.isEmpty ? [.sessionEnded] : []
  }

  /// What logind said last still holds: nobody is unlocked by a crash. A screen saver of the next bus is another one, and tells anew.
  private mutating func lose(_ bus: WatchedBus) -> [SessionEvent] {
    setReached(bus, false)
    switch bus {
    case .system: forgetLogind()
    case .session:
      for name in state.capabilities.screenSavers { state.lockSources.remove(.screenSaver(name)) }
      state.capabilities.screenSavers = []
    }
    return [.busLost(bus)]
  }

  private mutating func loseLogind() -> [SessionEvent] {
    guard state.capabilities.hasLogind else { return [] }
    forgetLogind()
    return [.busLost(.system)]
  }

  private mutating func forgetLogind() {
    state.capabilities.hasLogind = false
    state.capabilities.delaysSleep = false
    state.capabilities.sessions = []
  }

  private mutating func setReached(_ bus: WatchedBus, _ isReached: Bool) {
    switch bus {
    case .system: state.capabilities.hasSystemBus = isReached
    case .session: state.capabilities.hasSessionBus = isReached
    }
  }
}
