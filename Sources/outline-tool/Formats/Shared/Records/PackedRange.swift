/// A range of offsets in a file with less than 4 GiB, in half the memory.
typealias PackedRange = Range<UInt32>

extension Range<Int> {
  var packed: PackedRange { UInt32(lowerBound)..<UInt32(upperBound) }
}

extension PackedRange {
  var unpacked: Range<Int> { Int(lowerBound)..<Int(upperBound) }
}
