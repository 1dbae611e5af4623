/// What the row of an item shows, as far as it is to be compared.
///
/// Any value that can be compared will do:
///
/// <!-- example: songs -->
///     ItemContent(song.title) == ItemContent("Alone")  // true
///     let title = ItemContent(hashing: song.title, song.isPlaying)
///     let whole = ItemContent(encoding: song, with: encoder.encode)
///
/// Content of one kind is never equal to content of another.
public struct ItemContent: Equatable {
  /// What is compared; `nil` where it could not be encoded.
  ///
  /// An object is cheaper to keep and to compare than a value of an unknown type.
  @usableFromInline let value: ComparedValue?

  /// Creates content that is a value.
  ///
  /// - Parameter value: What is compared.
  @inlinable
  public init(_ value: some Equatable) {
    self.value = ComparedValueOf(value)
  }

  /// Creates content that is the hash of several values, which takes no memory of its own.
  ///
  /// That two different contents have one hash, so that a change is not noticed, is possible: once
  /// in 2⁶⁴ times.
  ///
  /// - Parameter values: What is hashed, in this order.
  public init<each Value: Hashable>(hashing values: repeat each Value) {
    var hasher = Hasher()
    repeat hasher.combine(each values)
    value = ComparedValueOf(hasher.finalize())
  }

  /// Creates content that is the encoded form of a value, for one that cannot be compared.
  ///
  /// A value that cannot be encoded is equal to nothing, itself included: it always counts as
  /// changed. Have the encoder sort keys where it knows how, so that equal values give equal codes.
  ///
  /// - Parameters:
  ///   - value: What is encoded.
  ///   - encode: Encodes it.
  public init<Value, Code: Equatable>(
    encoding value: Value, with encode: (_ value: Value) throws -> Code
  ) {
    self.value = (try? encode(value)).map { ComparedValueOf($0) }
  }

  /// Returns whether two contents are of one kind and equal.
  ///
  /// - Complexity: That of comparing the values
  public static func == (left: ItemContent, right: ItemContent) -> Bool {
    guard let value = left.value, let other = right.value else { return false }
    return value.isEqual(to: other)
  }
}

/// A value of some type that is compared with others of any type.
@usableFromInline
class ComparedValue {
  @usableFromInline
  init() {}

  /// Whether another value is of the same type, and equal.
  @usableFromInline
  func isEqual(to other: ComparedValue) -> Bool { false }
}

/// A value of a type that is known.
@usableFromInline
final class ComparedValueOf<Value: Equatable>: ComparedValue {
  @usableFromInline let value: Value

  @inlinable
  init(_ value: Value) {
    self.value = value
  }

  @inlinable
  override func isEqual(to other: ComparedValue) -> Bool {
    guard let other = other as? ComparedValueOf else { return false }
    return value == other.value
  }
}
