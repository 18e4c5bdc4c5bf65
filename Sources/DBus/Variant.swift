internal import CGIO

/// D-Bus values to and from GLib's (`GVariant`), for those who call the bus through GLib.
public enum Variant {
  /// An argument as a floating reference, which the container or call it is put into takes over.
  public static func make(_ argument: BusArgument) -> OpaquePointer? {
    switch argument {
    case .text(let value): return g_variant_new_string(value)
    case .path(let value): return g_variant_new_object_path(g_variant_is_object_path(value) != 0 ? value : "/")
    case .boolean(let value): return g_variant_new_boolean(value ? 1 : 0)
    case .byte(let value): return g_variant_new_byte(value)
    case .number(let value): return g_variant_new_uint32(value)
    case .signed(let value): return g_variant_new_int32(value)
    case .signedLong(let value): return g_variant_new_int64(gint64(value))
    case .texts(let values): return array(of: "s", values.map { make(.text($0)) })
    case .paths(let values): return array(of: "o", values.map { make(.path($0)) })
    case .textDictionary(let values): return dictionary(of: "{ss}", values.mapValues { make(.text($0)) })
    case .variants(let values): return dictionary(of: "{sv}", values.mapValues { g_variant_new_variant(make($0)) })
    case .variantsList(let values): return array(of: "a{sv}", values.map { make(.variants($0)) })
    case .variantList(let values): return array(of: "v", values.map { g_variant_new_variant(make($0)) })
    }
  }

  /// The arguments of a call as a floating tuple.
  public static func tuple(_ arguments: [OpaquePointer?]) -> OpaquePointer? {
    g_variant_new_tuple(arguments, gsize(arguments.count))
  }

  /// The children of a container, each with a reference that the caller gives back.
  public static func children(of container: OpaquePointer) -> [OpaquePointer] {
    (0..<g_variant_n_children(container)).compactMap { g_variant_get_child_value(container, $0) }
  }

  /// The children of a container.
  public static func values(of container: OpaquePointer) -> [BusValue] {
    children(of: container).map { child in
      defer { g_variant_unref(child) }
      return value(of: child)
    }
  }

  /// What a value says.
  public static func value(of variant: OpaquePointer) -> BusValue {
    let type = String(cString: g_variant_get_type_string(variant))
    switch type.first {
    case "s", "o", "g": return .text(String(cString: g_variant_get_string(variant, nil)))
    case "b": return .boolean(g_variant_get_boolean(variant) != 0)
    case "u": return .number(g_variant_get_uint32(variant))
    case "t": return .long(UInt64(g_variant_get_uint64(variant)))
    case "h": return .handle(Int(g_variant_get_handle(variant)))
    case "v": return values(of: variant).first ?? .other(type)
    case "a" where type.hasPrefix("a{s"):
      let entries = values(of: variant).compactMap { entry in
        entry.list.flatMap { pair in pair[0].text.map { ($0, pair[1]) } }
      }
      return .dictionary(Dictionary(entries, uniquingKeysWith: { first, _ in first }))
    case "a", "(", "{": return .list(values(of: variant))
    default: return .other(type)
    }
  }

  private static func array(of type: String, _ children: [OpaquePointer?]) -> OpaquePointer? {
    let element = g_variant_type_new(type)
    defer { g_variant_type_free(element) }
    return g_variant_new_array(element, children, gsize(children.count))
  }

  private static func dictionary(of type: String, _ values: [String: OpaquePointer?]) -> OpaquePointer? {
    let entries = values.sorted { $0.key < $1.key }
    return array(of: type, entries.map { g_variant_new_dict_entry(g_variant_new_string($0.key), $0.value) })
  }
}

/// A value as it came, kept as long as somebody holds it.
public final class VariantReference: @unchecked Sendable {
  // Proof for @unchecked: the variant is never changed, and GLib counts references to it atomically.
  /// GLib's value (`GVariant`).
  public let variant: OpaquePointer

  /// - Parameter variant: the caller's reference to it is taken over.
  public init(taking variant: OpaquePointer) { self.variant = variant }

  deinit { g_variant_unref(variant) }
}
