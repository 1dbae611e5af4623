extension Identified: Encodable where Value: Encodable {
  /// Encodes the value without a wrapper.
  public func encode(to encoder: any Encoder) throws {
    try value.encode(to: encoder)
  }
}

extension Identified: Decodable where Value: Decodable {
  /// Decodes the value without a wrapper.
  public init(from decoder: any Decoder) throws {
    self.init(try Value(from: decoder))
  }
}
