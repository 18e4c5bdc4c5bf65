// The only file that imports CLibical. No pointer leaves it.
internal import CLibical
internal import CivilTime
internal import Synchronization

/// libical 3.0: recurrence rules, time zones, and its opinion of a file.
///
/// Its string ring, its table of time zones and its settings belong to the whole process, so every call happens under one
/// lock, and only variants are used whose results the caller frees.
enum Libical {
  /// Held around every call; says whether errors were already kept from ending the process.
  private static let lock = Mutex(false)

  private static func locked<Result>(_ body: () -> Result) -> Result {
    lock.withLock { isPrepared in
      if !isPrepared {
        icalerror_set_errors_are_fatal(0)
        isPrepared = true
      }
      return body()
    }
  }
}

// MARK: Recurrence

extension Libical {
  /// Whether libical can read a rule.
  static func isRule(_ text: String) -> Bool {
    locked {
      var rule = icalrecurrencetype_from_string(text)
      defer { icalrecurrencetype_clear(&rule) }
      return rule.freq != ICAL_NO_RECURRENCE
    }
  }

  /// Goes through a rule's occurrences in their order.
  ///
  /// - Parameters:
  ///   - end: nothing after it is looked at, so that a rule that never fits ends the search.
  ///   - limit: the most occurrences that are looked at.
  ///   - body: says whether to go on; must not call `Libical`.
  static func occurrences(
    of text: String, from start: CivilDateTime, upTo end: CivilDateTime, limit: Int,
    _ body: (CivilDateTime) -> Bool
  ) {
    locked {
      var rule = icalrecurrencetype_from_string(text)
      defer { icalrecurrencetype_clear(&rule) }
      guard rule.freq != ICAL_NO_RECURRENCE else { return }
      rule.until = icaltimetype(min(localEnd(of: rule) ?? end, end))
      guard let iterator = icalrecur_iterator_new(rule, icaltimetype(start)) else { return }
      defer { icalrecur_iterator_free(iterator) }
      for _ in 0..<limit {
        let next = icalrecur_iterator_next(iterator)
        guard icaltime_is_null_time(next) == 0, let moment = CivilDateTime(next), body(moment) else { return }
      }
    }
  }

  /// A rule's `UNTIL` on local clocks; a day counts to its end.
  private static func localEnd(of rule: icalrecurrencetype) -> CivilDateTime? {
    guard icaltime_is_null_time(rule.until) == 0 else { return nil }
    let end = CivilDateTime(rule.until) ?? CivilDate.first.beginning
    if rule.until.is_date != 0 { return end.date.end }
    return icaltime_is_utc(rule.until) != 0 ? CivilDateTime(local: end.utcDate) ?? end : end
  }
}

// MARK: Time zones

extension Libical {
  /// A time zone by its name, with the `VTIMEZONE` a file brought for it, if any.
  struct Zone: Hashable, Sendable {
    /// For instance `Europe/Berlin`.
    var name: String
    /// The component's text; nil to use the system's zone of that name.
    var definition: String?
  }

  /// Seconds since 1970 when clocks in `zone` show `moment`; nil when there is no such zone.
  static func seconds(of moment: CivilDateTime, in zone: Zone) -> Int? {
    using(zone) { pointer in icaltime_as_timet_with_zone(icaltimetype(moment), pointer) }
  }

  /// What clocks in `zone` show; nil when there is no such zone.
  static func moment(of seconds: Int, in zone: Zone) -> CivilDateTime? {
    using(zone) { pointer in CivilDateTime(icaltime_from_timet_with_zone(seconds, 0, pointer)) }
  }

  private static func using<Result>(_ zone: Zone, _ body: (OpaquePointer) -> Result?) -> Result? {
    locked {
      guard let definition = zone.definition else {
        return icaltimezone_get_builtin_timezone(zone.name).flatMap(body)
      }
      guard let component = icalparser_parse_string(definition) else { return nil }
      guard icalcomponent_isa(component) == ICAL_VTIMEZONE_COMPONENT, let own = icaltimezone_new() else {
        icalcomponent_free(component)
        return nil
      }
      // Frees the component too, once the zone has taken it.
      defer { icaltimezone_free(own, 1) }
      guard icaltimezone_set_component(own, component) != 0 else {
        icalcomponent_free(component)
        return nil
      }
      return body(own)
    }
  }
}

// MARK: Opinions

extension Libical {
  /// What libical finds wrong with the properties of the file's `VTODO` components, in its own words.
  ///
  /// - Returns: nil when it can make nothing of the file.
  static func complaints(about file: String) -> [String]? {
    locked {
      guard let component = icalparser_parse_string(file) else { return nil }
      defer { icalcomponent_free(component) }
      return complaints(in: component)
    }
  }

  private static func complaints(in component: OpaquePointer) -> [String] {
    var found: [String] = []
    if icalcomponent_isa(component) == ICAL_VTODO_COMPONENT {
      var property = icalcomponent_get_first_property(component, ICAL_XLICERROR_PROPERTY)
      while let current = property {
        if let text = icalproperty_get_value_as_string_r(current) {
          found.append(String(cString: text))
          icalmemory_free_buffer(text)
        }
        property = icalcomponent_get_next_property(component, ICAL_XLICERROR_PROPERTY)
      }
    }
    var child = icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
    while let current = child {
      found += complaints(in: current)
      child = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
    }
    return found
  }
}

// MARK: Conversions

extension CivilDateTime {
  /// Nil outside the years 1 to 9999. A leap second is taken as the one before it, and what no clock shows as libical does.
  fileprivate init?(_ time: icaltimetype) {
    var time = time
    time.second = min(59, time.second)
    time = icaltime_normalize(time)
    guard let month = Month(rawValue: Int(time.month)),
      let date = CivilDate(year: Int(time.year), month: month, day: Int(time.day)),
      let clock = ClockTime(hour: Int(time.hour), minute: Int(time.minute), second: Int(time.second))
    else { return nil }
    self.init(date, clock)
  }
}

extension icaltimetype {
  /// A moment without a zone.
  fileprivate init(_ moment: CivilDateTime) {
    self.init()
    year = Int32(moment.date.year)
    month = Int32(moment.date.month.rawValue)
    day = Int32(moment.date.day)
    hour = Int32(moment.time.hour)
    minute = Int32(moment.time.minute)
    second = Int32(moment.time.second)
  }
}
