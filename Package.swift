// swift-tools-version: 6.2
import PackageDescription

/// Every target of ours is built in Swift 6 mode with these settings; a warning is an error.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// Whether this is a release of the programs, as `scripts/swift-build release` makes one. SwiftPM takes no package by version
/// whose targets have flags that it does not know, so these are not there for whoever depends on the libraries.
let isRelease = Context.environment["VAULT_RELEASE"] != nil

/// A module: a Swift target, under `Sources/NAME` unless a path is given. Arrows point only downward (docs/architecture.md).
func module(
  _ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = [], embedding: [String] = [],
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, resources: embedding.map { .embedInCode($0) },
    swiftSettings: strict + settings)
}

/// What draws runs on the main thread.
let onMainThread: [SwiftSetting] = [.defaultIsolation(MainActor.self)]
/// What draws, in a target that none of the functions below makes.
let strictOnMainThread = strict + onMainThread

/// A program: an executable target, thin, on top of one or two modules.
func program(
  _ name: String, path: String? = nil, _ dependencies: [Target.Dependency], linking: [LinkerSetting] = []
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, swiftSettings: strict, linkerSettings: linking)
}

/// The files of the server's console, which are built into it (docs/decisions/0017-console.md).
let consoleFiles = [
  "console.html", "console.css", "icon.svg", "accounts.js", "api.js", "channels.js", "compose.js", "console.js",
  "conversations.js", "devices.js", "dom.js", "feedback.js", "json.js", "payload.js", "people.js", "proposals.js",
  "recipients.js", "sent.js",
].map { "Console/Files/\($0)" }

/// For release builds of a program that starts often: no dynamic loader, which would take a third of its time, but still
/// at a random address (docs/decisions/0010-static-client.md).
let staticallyLinked: [LinkerSetting] =
  isRelease
  ? [
    .unsafeFlags(
      [
        "-static-executable", "-use-ld=lld", "-Xclang-linker", "-static-pie", "-Xlinker", "-z", "-Xlinker",
        "pack-relative-relocs",
        // There are no definitions to come before others: see Sources/ErasingHeap.
        "-Xlinker", "--wrap=free", "-Xlinker", "--wrap=realloc",
      ], .when(configuration: .release))
  ] : []

/// The tests of one module.
func tests(_ name: String, exclude: [String] = [], _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: strict)
}

/// A module of the window, or a program: there, with all that it needs of GTK, only with the trait `Desktop`; else it has nothing in it.
func ofDesktop(_ name: String) -> Target.Dependency { .target(name: name, condition: .when(traits: ["Desktop"])) }

/// The same for what needs PostgreSQL's client library, and the trait `Postgres`.
func ofPostgres(_ name: String) -> Target.Dependency { .target(name: name, condition: .when(traits: ["Postgres"])) }

/// The server's tests. `scripts/build-postgres` makes them a program, as a target of tests would be built together with those of everything else;
/// then they store in PostgreSQL.
func serverTests(_ name: String, exclude: [String], _ dependencies: [Target.Dependency]) -> Target {
  guard Context.environment["VAULT_SERVER_TESTS"] != nil else {
    return tests(name, exclude: exclude, dependencies)
  }
  // One program is not linked into another: it is built beside it.
  let modules = dependencies.filter { if case .byNameItem("vault-server", _) = $0 { false } else { true } }
  return .executableTarget(
    name: "server-tests", dependencies: modules, path: "Tests/\(name)", exclude: exclude,
    swiftSettings: strict + [.define("SERVER_TESTS_PROGRAM")])
}

/// A C library of the system, imported by exactly one module. Without a pkg-config name it only carries headers.
func cLibrary(_ name: String, pkgConfig: String? = nil, package: String? = nil) -> Target {
  .systemLibrary(
    name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig,
    providers: package.map { [.apt([$0])] })
}

let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient = Target.Dependency.product(name: "AsyncHTTPClient", package: "async-http-client")
let configuration = Target.Dependency.product(name: "Configuration", package: "swift-configuration")
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let hummingbird = Target.Dependency.product(name: "Hummingbird", package: "hummingbird")
let hummingbirdCore = Target.Dependency.product(name: "HummingbirdCore", package: "hummingbird")
let hummingbirdTLS = Target.Dependency.product(name: "HummingbirdTLS", package: "hummingbird")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let nioCore = Target.Dependency.product(name: "NIOCore", package: "swift-nio")
let nioHTTP1 = Target.Dependency.product(name: "NIOHTTP1", package: "swift-nio")
let nioExtras = Target.Dependency.product(name: "NIOExtras", package: "swift-nio-extras")
let nioHTTPTypes = Target.Dependency.product(name: "NIOHTTPTypes", package: "swift-nio-extras")
let nioHTTPTypesHTTP1 = Target.Dependency.product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras")
let nioEmbedded = Target.Dependency.product(name: "NIOEmbedded", package: "swift-nio")
let nioPosix = Target.Dependency.product(name: "NIOPosix", package: "swift-nio")
let nioWebSocket = Target.Dependency.product(name: "NIOWebSocket", package: "swift-nio")
let httpTypes = Target.Dependency.product(name: "HTTPTypes", package: "swift-http-types")
let systemPackage = Target.Dependency.product(name: "SystemPackage", package: "swift-system")
let unixSignals = Target.Dependency.product(name: "UnixSignals", package: "swift-service-lifecycle")
let nioSSL = Target.Dependency.product(name: "NIOSSL", package: "swift-nio-ssl")
let serviceLifecycle = Target.Dependency.product(name: "ServiceLifecycle", package: "swift-service-lifecycle")

let package = Package(
  name: "vault",
  products: [
    .executable(name: "vault", targets: ["vault"]),
    .executable(name: "vault-agent", targets: ["vault-agent"]),
    .executable(name: "vault-server", targets: ["vault-server"]),
    .executable(name: "vault-picture", targets: ["vault-picture"]),
    .executable(name: "vault-clipboard", targets: ["vault-clipboard"]),
    .executable(name: "vault-desktop", targets: ["vault-desktop"]),
    .library(name: "CredentialStore", targets: ["CredentialStore", "SecretMemory"]),
    // Unstable before 1.0: any minor version may change what they declare (docs/client-library.md). Each with the modules whose
    // types its declarations name.
    .library(name: "AgentAPI", targets: ["AgentAPI", "LinuxSystem", "Localization", "SecretMemory", "VaultModel"]),
    .library(
      name: "VaultClient",
      targets: ["VaultClient", "AgentAPI", "CivilTime", "Localization", "SecretMemory", "VaultModel"]),
  ],
  traits: [
    .trait(name: "Desktop", description: "The window, which needs GTK 4 and libadwaita."),
    .trait(name: "Postgres", description: "What speaks with PostgreSQL, which needs libpq."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-configuration", from: "1.4.0"),
    .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
  ],
  targets: [
    cLibrary("CLinux"),
    cLibrary("COpenSSL", pkgConfig: "libcrypto", package: "libssl-dev"),
    cLibrary("CArgon2", pkgConfig: "libargon2", package: "libargon2-dev"),
    cLibrary("CLibsecret", pkgConfig: "libsecret-1", package: "libsecret-1-dev"),
    cLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    cLibrary("CPAM", package: "libpam0g-dev"),
    cLibrary("CLibical", pkgConfig: "libical", package: "libical-dev"),
    cLibrary("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
    cLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
    cLibrary("CGIF", package: "libgif-dev"),
    cLibrary("CWebP", pkgConfig: "libwebpdemux", package: "libwebp-dev"),
    cLibrary("CChafa", pkgConfig: "chafa", package: "libchafa-dev"),
    cLibrary("CICU", pkgConfig: "icu-i18n", package: "libicu-dev"),
    cLibrary("CXCB", pkgConfig: "xcb", package: "libxcb1-dev"),
    cLibrary("CAdwaita", pkgConfig: "libadwaita-1", package: "libadwaita-1-dev"),
    cLibrary("CLibPQ", pkgConfig: "libpq", package: "libpq-dev"),
    cLibrary("CGIO", pkgConfig: "gio-unix-2.0", package: "libglib2.0-dev"),

    // In every program that touches a secret, not in the library: it changes `free` for the whole process.
    .target(name: "ErasingHeap", cSettings: [.treatAllWarnings(as: .error)]),
    // In the window alone: it takes the place of one of libXext's functions.
    .target(name: "UnsharedPixels", cSettings: [.treatAllWarnings(as: .error)]),

    module("LinuxSystem", ["CLinux"]),
    module("SecretMemory", ["LinuxSystem"]),
    module("Sealing", ["LinuxSystem", "SecretMemory", "COpenSSL", "CArgon2"]),
    module("OneTimePassword", ["LinuxSystem", "SecretMemory", "Sealing"]),
    module("DurableFiles", ["Sealing"]),
    module("DBus", ["LinuxSystem", "CGIO"]),
    module(
      "CredentialStore",
      ["DBus", "DatabaseShape", "DurableFiles", "LinuxSystem", "SecretMemory", "Sealing", "CLibsecret", grdb]),
    module("OwnerVerification", ["DurableFiles", "ErasingHeap", "LinuxSystem", "SecretMemory", "Sealing", "CPAM"]),
    module("DatabaseShape", [grdb]),
    module("Lookalikes", ["CICU"]),
    module("ParallelCollections"),
    module("Waiting"),
    module("StrictJSON", ["CivilTime", "SecretMemory"]),
    module("PictureFormat"),
    module("PictureDecoding", ["PictureFormat", "CPNG", "CTurboJPEG", "CGIF", "CWebP", "CChafa"]),
    module("VaultModel"),
    module("CivilTime"),
    module("Localization", ["CivilTime", "LinuxSystem"]),
    module("ICalendar", ["CivilTime", "VaultModel", "CLibical"]),
    module(
      "TaskStore",
      [
        "DatabaseShape", "DurableFiles", "LinuxSystem", "ParallelCollections", "StrictJSON", "VaultModel", "CivilTime",
        "ICalendar", "CSQLite", grdb,
      ]),
    module("Exchange", ["CivilTime", "ParallelCollections", "StrictJSON", "VaultModel", "ICalendar"]),
    module("Reminders", ["LinuxSystem", "Localization", "VaultModel", "TaskStore"]),
    module("Backup", ["DurableFiles", "VaultModel", "SecretMemory", "Sealing", "StrictJSON"]),
    module("DesktopSession", ["DBus", "LinuxSystem"]),
    module("ServerAPI", ["CivilTime", "StrictJSON", "VaultModel"]),
    module("HTTPBounds", [nioCore]),
    module("PostgresClient", [ofPostgres("CLibPQ"), ofPostgres("LinuxSystem"), ofPostgres("SecretMemory")]),
    module(
      "Inbox",
      [
        "CivilTime", "DatabaseShape", "DurableFiles", "Localization", "Sealing", "ServerAPI", "StrictJSON",
        "VaultModel",
        grdb,
      ]),
    module(
      "ServerClient",
      [
        "CivilTime", "HTTPBounds", "LinuxSystem", "ServerAPI", "SecretMemory", "StrictJSON", "CredentialStore",
        "Waiting",
        asyncHTTPClient, nioCore, nioHTTP1, nioSSL,
      ]),
    module("AgentAPI", ["LinuxSystem", "Localization", "SecretMemory", "StrictJSON", "VaultModel"]),
    module(
      "VaultClient", ["AgentAPI", "CivilTime", "LinuxSystem", "Localization", "SecretMemory", "VaultModel"]),
    module("Pictures", ["AgentAPI", "Inbox", "LinuxSystem", "Localization", "PictureFormat", "Sealing", logging]),
    module(
      "AgentInbox",
      [
        "CredentialStore", "Inbox", "LinuxSystem", "Pictures", "Reminders", "Sealing", "SecretMemory", "ServerAPI",
        "ServerClient", "TaskStore", "VaultModel", "Waiting", logging, serviceLifecycle,
      ]),
    module("Clipboard", ["AgentAPI", "ErasingHeap", "LinuxSystem", "SecretMemory", "CXCB"]),
    module("NotificationBoard", ["DesktopSession", logging, serviceLifecycle]),
    module("Terminal", ["LinuxSystem", "SecretMemory"]),
    module("LoginStart", ["AgentAPI", "LinuxSystem"]),
    module(
      "AgentService",
      [
        "AgentAPI", "AgentInbox", "Backup", "CivilTime", "CredentialStore", "DesktopSession", "DurableFiles",
        "ErasingHeap",
        "Exchange", "ICalendar", "Inbox", "LinuxSystem", "Localization", "NotificationBoard", "OneTimePassword",
        "OwnerVerification", "PictureFormat",
        "Pictures", "Reminders", "Sealing", "SecretMemory", "ServerAPI", "ServerClient", "StrictJSON", "TaskStore",
        "VaultModel",
        "Waiting", configuration, logging, serviceLifecycle, systemPackage, unixSignals,
      ]),

    program(
      "vault",
      [
        "AgentAPI", "CivilTime", "ErasingHeap", "LinuxSystem", "Localization", "LoginStart", "SecretMemory",
        "StrictJSON", "Terminal",
        "VaultClient", "VaultModel", argumentParser,
      ],
      linking: staticallyLinked),
    module("SecretText", ["LinuxSystem", "SecretMemory"]),
    module(
      "DesktopModel",
      ["AgentAPI", "CivilTime", "LinuxSystem", "Localization", "SecretMemory", "VaultClient", "VaultModel"]),
    module(
      "Widgets",
      [ofDesktop("CAdwaita"), ofDesktop("Localization"), ofDesktop("SecretMemory"), ofDesktop("SecretText")],
      settings: onMainThread),
    module(
      "DesktopWindow",
      [
        ofDesktop("AgentAPI"), ofDesktop("CivilTime"), ofDesktop("DesktopModel"), ofDesktop("Localization"),
        ofDesktop("SecretMemory"), ofDesktop("VaultClient"),
        ofDesktop("VaultModel"), ofDesktop("Widgets"),
      ], settings: onMainThread),
    program(
      "vault-desktop", ["AgentAPI", "DesktopWindow", "ErasingHeap", "Localization", "UnsharedPixels", "VaultClient"]),
    program("vault-agent", ["AgentService"]),
    program("vault-clipboard", ["Clipboard"]),
    program("vault-picture", ["LinuxSystem", "PictureDecoding", "PictureFormat"]),
    program(
      "credential-store-bench", path: "Benchmarks/credential-store-bench", ["CredentialStore", "SecretMemory"]),
    program("vault-server", ["VaultServer"]),
    module(
      "VaultServer", path: "server-stub",
      [
        "CivilTime", "ErasingHeap", "HTTPBounds", "Lookalikes", "ServerAPI", "LinuxSystem", "PictureFormat",
        "SecretMemory", "Sealing", "StrictJSON", "VaultModel", ofPostgres("PostgresClient"),
        argumentParser, grdb, httpTypes, hummingbird, hummingbirdCore, hummingbirdTLS, logging, nioCore, nioExtras,
        nioHTTP1, nioHTTPTypes, nioHTTPTypesHTTP1, nioPosix, nioSSL, nioWebSocket, serviceLifecycle, unixSignals,
      ], embedding: consoleFiles),
    program(
      "hub-bench", path: "Benchmarks/hub-bench", [asyncHTTPClient, nioCore, nioHTTP1, nioPosix]),
    program("hello-server", path: "Benchmarks/hello-server", [hummingbird, nioCore]),
    program("credential-store-probe", path: "Tests/CredentialStoreProbe", ["CredentialStore", "SecretMemory"]),
    program("credential-store-example", path: "Tests/CredentialStoreExample", ["CredentialStore", "SecretMemory"]),
    tests(
      "CredentialStoreTests",
      [
        "CredentialStore", "SecretMemory", "Sealing", "PrivateDesktop", "ProcessTesting", "credential-store-probe",
        "credential-store-example",
      ]),
    tests("DurableFilesTests", ["DurableFiles"]),
    tests("SealingTests", ["Sealing", "LinuxSystem", "SecretMemory"]),
    tests("OneTimePasswordTests", ["OneTimePassword", "SecretMemory", "Sealing"]),
    tests("BackupTests", ["Backup", "Sealing", "SecretMemory", "VaultModel"]),
    tests("VaultModelTests", ["VaultModel"]),
    tests("DatabaseShapeTests", ["DatabaseShape", grdb]),
    tests("LookalikesTests", ["Lookalikes"]),
    tests("ParallelCollectionsTests", ["ParallelCollections"]),
    tests("StrictJSONTests", ["StrictJSON"]),
    tests("PictureFormatTests", ["PictureFormat"]),
    tests(
      "PictureTests",
      [
        "AgentAPI", "Inbox", "PictureFormat", "Pictures", "ProcessTesting", "ServerAPI",
        "vault-picture", logging,
      ]),
    tests("ServerAPITests", ["ServerAPI", "StrictJSON"]),
    tests("InboxTests", ["Inbox", "ServerAPI", "VaultModel", grdb]),
    tests("TaskStoreTests", ["TaskStore", "CivilTime", "ProcessTesting", "StoreTesting", "VaultModel", grdb]),
    tests(
      "ServerClientTests",
      [
        "ServerClient", "ServerAPI", "SecretMemory", "CredentialStore", "LinuxSystem", "StoreTesting", nioCore,
        nioPosix,
        nioSSL,
      ]),
    tests("SecretMemoryTests", ["SecretMemory", "LinuxSystem"]),
    tests("OwnerVerificationTests", ["DurableFiles", "OwnerVerification", "LinuxSystem", "Sealing", "SecretMemory"]),
    tests(
      "EndToEndTests", exclude: ["Support/heap-probe.c", "Support/kill-point.c", "Support/wall-clock.c"],
      [
        "AgentAPI", "Backup", "CredentialStore", "DurableFiles", "Inbox", "LinuxSystem", "Localization",
        "NetworkTesting",
        "OwnerVerification", "PrivateDesktop", "ProcessTesting", "Sealing", "SecretMemory", "ServerAPI", "ServerClient",
        "TaskStore",
        "VaultClient", "VaultModel", "VaultTesting", "vault", "vault-agent", "vault-picture", "vault-clipboard",
        "vault-server", grdb,
      ]),

    program("pam-probe", path: "Tests/Support/pam-probe", ["OwnerVerification", "LinuxSystem", "SecretMemory"]),
    tests(
      "AgentAPITests",
      ["AgentAPI", "LinuxSystem", "Localization", "SecretMemory", "StrictJSON", "VaultModel", "VaultTesting"]),
    tests("TerminalTests", ["Terminal", "LinuxSystem", "SecretMemory", "VaultTesting"]),
    tests(
      "VaultCommandTests",
      [
        "Localization", "vault", "AgentAPI", "CivilTime", "LinuxSystem", "Terminal", "VaultClient", "VaultModel",
        "VaultTesting",
        argumentParser,
      ]),
    tests(
      "VaultClientTests",
      [
        "Localization", "VaultClient", "AgentAPI", "CivilTime", "LinuxSystem", "SecretMemory", "VaultModel",
        "VaultTesting",
      ]),
    tests(
      "DesktopModelTests",
      [
        "DesktopModel", "AgentAPI", "CivilTime", "Localization", "SecretMemory", "StoreTesting", "TaskStore",
        "VaultClient", "VaultModel",
      ]),
    tests("SecretTextTests", ["SecretMemory", "SecretText"]),
    tests("CivilTimeTests", ["CivilTime"]),
    tests("ICalendarTests", ["CivilTime", "ICalendar", "VaultModel"]),
    tests("ExchangeTests", ["CivilTime", "Exchange", "ICalendar", "ProcessTesting", "VaultModel"]),
    tests("RemindersTests", ["Reminders", "StoreTesting", "TaskStore", "VaultModel"]),
    tests("LocalizationTests", ["Localization"]),
    tests("LinuxSystemTests", ["LinuxSystem", "ProcessTesting", "VaultTesting"]),
    tests("ClipboardTests", ["AgentAPI", "Clipboard", "LinuxSystem", "SecretMemory"]),
    tests("LoginStartTests", ["LoginStart"]),
    tests(
      "AgentServiceTests",
      [
        "AgentAPI", "AgentInbox", "AgentService", "Backup", "CivilTime", "CredentialStore", "DesktopSession", "Inbox",
        "LinuxSystem", "Localization", "OwnerVerification", "PictureFormat", "Pictures", "ProcessTesting", "Sealing",
        "SecretMemory",
        "ServerAPI",
        "ServerClient", "StoreTesting", "StrictJSON", "TaskStore", "VaultModel", logging, serviceLifecycle,
      ]),
    tests("AgentInboxTests", ["AgentInbox", "Inbox", "ServerAPI", "ServerClient", "StoreTesting", "TaskStore"]),
    tests("NotificationBoardTests", ["DesktopSession", "NotificationBoard"]),
    tests(
      "PAMTests", exclude: ["Support/fprintd-mock.py"],
      ["OwnerVerification", "ProcessTesting", "SecretMemory", "pam-probe"]),

    // Programs that tests start and end.
    .target(
      name: "ProcessTesting", dependencies: ["LinuxSystem"], path: "Tests/ProcessTesting", swiftSettings: strict),

    // Pseudo-terminals, a terminal emulator and a scripted agent, for tests.
    .target(
      name: "VaultTesting",
      dependencies: [
        "AgentAPI", "CivilTime", "LinuxSystem", "Localization", "ProcessTesting", "SecretMemory", "VaultModel",
      ],
      path: "Tests/VaultTesting",
      swiftSettings: strict),

    // Stores in memory, for tests.
    .target(
      name: "StoreTesting", dependencies: ["Reminders", "ServerClient", "TaskStore", "VaultModel"],
      path: "Tests/StoreTesting", swiftSettings: strict),

    // What comes between clients and servers, for tests.
    .target(
      name: "NetworkTesting", dependencies: [nioCore, nioPosix], path: "Tests/NetworkTesting", swiftSettings: strict),

    // A PostgreSQL of its own for each suite, and what comes between it and its clients. The tests are a program, since they are
    // built with the trait.
    .target(
      name: "PostgresTesting",
      dependencies: [
        ofPostgres("LinuxSystem"), ofPostgres("PostgresClient"), ofPostgres("ProcessTesting"),
        ofPostgres("SecretMemory"),
      ],
      path: "Tests/PostgresTesting", swiftSettings: strict),
    program(
      "postgres-tests", path: "Tests/PostgresTests",
      [
        ofPostgres("LinuxSystem"), ofPostgres("PostgresClient"), ofPostgres("PostgresTesting"),
        ofPostgres("ProcessTesting"), ofPostgres("SecretMemory"),
      ]),
    program(
      "postgres-bench", path: "Benchmarks/postgres-bench",
      [ofPostgres("PostgresClient"), ofPostgres("PostgresTesting")]),

    // Real buses, keyrings and desktop services for tests, private to each test.
    .target(
      name: "PrivateDesktop", dependencies: ["ProcessTesting"], path: "Tests/PrivateDesktop", swiftSettings: strict),
    serverTests(
      "ServerTests", exclude: ["check_openapi.py", "socket_client.py"],
      [
        "VaultServer", "vault-server", ofPostgres("LinuxSystem"), ofPostgres("PostgresClient"),
        ofPostgres("PostgresTesting"),
        "CredentialStore", "NetworkTesting",
        "PictureFormat", "ProcessTesting",
        "ServerAPI", "ServerClient", "SecretMemory", "Sealing", "StoreTesting", asyncHTTPClient, httpTypes, grdb,
        hummingbird,
        logging,
        nioCore, nioEmbedded, nioHTTP1, nioHTTPTypes, nioPosix, nioSSL, serviceLifecycle,
      ]),
    tests("FuzzCorpusTests", ["Fuzzing"]),

    // Makes and lets go of every widget, for Tests/Desktop/test_leaks.py.
    .executableTarget(
      name: "widget-leaks",
      dependencies: [
        ofDesktop("AgentAPI"), ofDesktop("CAdwaita"), ofDesktop("CivilTime"), ofDesktop("DesktopModel"),
        ofDesktop("DesktopWindow"), ofDesktop("SecretMemory"), ofDesktop("VaultClient"), ofDesktop("VaultModel"),
        ofDesktop("Widgets"),
      ],
      path: "Tests/WidgetLeaks", swiftSettings: strictOnMainThread),

    // What a fuzzer drives, as a library for tests and as a program for libFuzzer.
    .target(
      name: "Fuzzing",
      dependencies: [
        "AgentAPI", "AgentService", "Backup", "CivilTime", "Clipboard", "CredentialStore", "DurableFiles", "Exchange",
        "ICalendar",
        "Inbox", "LinuxSystem", "OneTimePassword", "OwnerVerification", "PictureFormat", "Reminders",
        "Sealing",
        "SecretMemory", "ServerAPI", "ServerClient", "StrictJSON", "TaskStore", "Terminal", "VaultClient", "VaultModel",
        "VaultServer",
        "VaultTesting", grdb, httpTypes, hummingbird, nioCore, nioEmbedded,
      ], path: "Tests/Fuzzing", swiftSettings: strict),
    program("vault-fuzz", path: "Tests/FuzzProgram", ["Fuzzing"]),
    tests("DBusTests", ["DBus", "CGIO"]),
    tests("DesktopSessionTests", ["DBus", "DesktopSession", "LinuxSystem", "PrivateDesktop", "ProcessTesting"]),
  ],
  swiftLanguageModes: [.v6]
)
