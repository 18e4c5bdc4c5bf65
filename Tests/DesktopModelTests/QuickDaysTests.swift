import CivilTime
import DesktopModel
import Foundation
import Testing
import VaultModel

@Suite("Several days in one line")
struct QuickDaysTests {
  /// Friday, 15 January 2027, 4:00.
  private static let now = Date(timeIntervalSince1970: 1_800_000_000 - 7_200 * 2)
  private static let zone = LocalZone(secondsEast: 0)

  private func entry(_ line: String) -> QuickEntry? { QuickEntry(line, now: Self.now, zone: Self.zone) }

  private static let joints = [",", ", ", " ", " and ", ", and ", " & "]
  private static let beginnings = ["every ", "each ", "every 2 weeks on ", "weekly "]
  private static let dayLists = [
    ["tue", "thu"], ["monday", "friday"], ["mon", "Wed", "fri"],
    ["mon", "tue", "wed", "thu", "fri", "sat", "sunday"],
  ]

  @Test(
    "however the days and the time are written, all days are kept, and the first of them is the due date",
    arguments: dayLists)
  func lists(days: [String]) throws {
    for beginning in Self.beginnings {
      let plain = "\(beginning)\(days.joined(separator: ","))"
      let wanted = try #require(entry("Yoga \(plain) 18:00")).draft
      #expect(wanted.name == "Yoga" && wanted.recurrence?.text.contains("BYDAY=") == true)
      #expect(wanted.due?.isAllDay == false)
      for joint in Self.joints {
        let list = days.dropLast().joined(separator: joint == " and " || joint == " & " ? ", " : joint)
        let typed = "\(beginning)\(list)\(joint)\(days[days.count - 1])"
        for time in ["18:00", "at 18:00", "6pm", "6 pm", "at 6 pm"] {
          let line = "Yoga \(typed) \(time)"
          let read = entry(line)
          #expect(read?.draft == wanted && read?.doubts == [], "\(line)")
          let before = "Yoga \(time) \(typed)"
          #expect(entry(before)?.draft == wanted, "\(before)")
        }
        let bare = try #require(entry("Yoga \(typed)")).draft
        #expect(bare.name == "Yoga" && bare.recurrence == wanted.recurrence, "\(typed)")
        #expect(bare.due?.isAllDay == true)
      }
    }
  }

  @Test(
    "all days that are named repeat, and the next of them comes first",
    arguments: [
      ("Yoga every tue and thu 18:00", "2027-01-19 18:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
      ("Yoga every monday and friday 18:00", "2027-01-15 18:00", "FREQ=WEEKLY;BYDAY=MO,FR"),
      ("Yoga every mon, wed and fri 8:00", "2027-01-15 8:00", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("Yoga every mon, wed and fri 3:00", "2027-01-18 3:00", "FREQ=WEEKLY;BYDAY=MO,WE,FR"),
      ("Yoga every tue and thu at 18:00", "2027-01-19 18:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
      ("Yoga every 2 weeks on mon and wed 10:00", "2027-01-18 10:00", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE"),
      ("Yoga every weekday 9:00", "2027-01-15 9:00", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
      ("Yoga every other thursday 19:30", "2027-01-21 19:30", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TH"),
      ("Yoga every other tue and thu", "2027-01-19", "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH"),
      ("Yoga every tue and thu 26 jan 18:00", "2027-01-26 18:00", "FREQ=WEEKLY;BYDAY=TU,TH"),
      (
        "Yoga every tue and thu until 2027-03-01 18:00", "2027-01-19 18:00",
        "FREQ=WEEKLY;BYDAY=TU,TH;UNTIL=20270301T235959Z"
      ),
    ])
  func first(line: String, due: String, rule: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == "Yoga" && entry.doubts.isEmpty)
    #expect(entry.draft.recurrence == RecurrenceRule(rule))
    #expect(Self.words(of: try #require(entry.draft.due)) == due)
  }

  @Test(
    "a day of the month beside how often is the day that repeats, whatever stands first",
    arguments: [
      ("Rent on the 1st every month", "2027-02-01", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent 1st monthly", "2027-02-01", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent monthly 1st", "2027-02-01", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent 15th every month", "2027-01-15", "FREQ=MONTHLY;BYMONTHDAY=15"),
      ("Rent on 3rd quarterly", "2027-02-03", "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=3"),
      ("Rent the 2nd of every 2 months", "2027-02-02", "FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=2"),
      ("Rent on the 1st and 15th each month", "2027-01-15", "FREQ=MONTHLY;BYMONTHDAY=1,15"),
      ("Rent on the last day every month", "2027-01-31", "FREQ=MONTHLY;BYMONTHDAY=-1"),
      ("Rent first monday every month", "2027-02-01", "FREQ=MONTHLY;BYDAY=1MO"),
      (
        "Rent on the 1st every month until 2027-12-31", "2027-02-01", "FREQ=MONTHLY;BYMONTHDAY=1;UNTIL=20271231T235959Z"
      ),
      ("Rent on the 1st every month 9:00", "2027-02-01 9:00", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent on the 15th every month 3:00", "2027-02-15 3:00", "FREQ=MONTHLY;BYMONTHDAY=15"),
      ("Rent on the 1st at 9:00 every month", "2027-02-01 9:00", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent 9:00 on the 1st every month", "2027-02-01 9:00", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent every month on the 1st 9:00", "2027-02-01 9:00", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent monthly 1st 9:00", "2027-02-01 9:00", "FREQ=MONTHLY;BYMONTHDAY=1"),
      ("Rent dec 1st every month", "2027-12-01", "FREQ=MONTHLY"),
      ("Rent 1st dec 9:00 monthly", "2027-12-01 9:00", "FREQ=MONTHLY"),
    ])
  func dayOfMonth(line: String, due: String, rule: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == "Rent" && entry.doubts.isEmpty)
    #expect(entry.draft.recurrence == RecurrenceRule(rule))
    #expect(Self.words(of: try #require(entry.draft.due)) == due)
  }

  @Test("a day of the month alone is the next such day, and a number alone is a part of the name")
  func dayOfMonthAlone() throws {
    for (line, due) in [
      ("Rent on the 1st", "2027-02-01"), ("Rent 15th", "2027-01-15"), ("Rent on the 1st at 9:00", "2027-02-01 9:00"),
      ("Rent due:1st", "2027-02-01"),
    ] {
      let entry = try #require(self.entry(line))
      #expect(entry.draft.name == "Rent" && entry.draft.recurrence == nil && entry.doubts.isEmpty, "\(line)")
      #expect(entry.draft.due.map(Self.words) == due, "\(line)")
    }
    let monthly = try #require(entry("Water 3 monthly")).draft
    #expect(monthly.name == "Water 3" && monthly.recurrence == RecurrenceRule("FREQ=MONTHLY"))
    let birthday = try #require(entry("Plan the 21st birthday"))
    #expect(birthday.draft.name == "Plan the 21st birthday" && birthday.doubts.isEmpty)
  }

  private static func words(of moment: DueMoment) -> String {
    let local = zone.dateTime(at: moment.date)
    return moment.isAllDay ? "\(local.date)" : "\(local.date) \(local.time.words)"
  }

  @Test(
    "two dates with a word between them, and no repetition, stay in the name, and that is told",
    arguments: [
      "Run mon and wed 6:30", "Run monday and wednesday", "Run mon, wed and fri 6:30", "Run mon, wed 6:30",
      "Run sat or sun", "Run sat & sun 9:00", "Run mon and wed weekly 6:30",
      "Vacation 1 aug to 15 aug", "Vacation from 1 aug until 15 aug", "Vacation 1 aug - 15 aug",
      "Vacation 1 aug – 15 aug", "Vacation 1 to 15 aug", "Work 9:00 to 17:00", "Work mon 9:00 - 17:00",
      "Work tomorrow till fri", "Vacation 1st to 15th", "Yoga every tue and thu from next mon",
    ])
  func whole(line: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == line && entry.draft.due == nil && entry.draft.recurrence == nil)
    #expect(!entry.warning.isEmpty)
  }

  @Test(
    "a word that joins a name and its date takes nothing away",
    arguments: [
      ("Buy bread and milk fri", "Buy bread and milk"), ("Finish the report until fri", "Finish the report until"),
      ("Reply to mon 9:00", "Reply to"), ("Work 9:00-17:00 fri", "Work 9:00-17:00"),
      ("Read chapter 3 to fri", "Read chapter 3 to"), ("Monday meeting fri", "Monday meeting"),
    ])
  func joined(line: String, name: String) throws {
    let entry = try #require(self.entry(line))
    #expect(entry.draft.name == name && entry.draft.due != nil)
  }
}
