//  Adapters between a data source and the views of UIKit, AppKit and SwiftUI. On systems without
//  these frameworks, the module only exports `Outline`.

@_exported public import Outline
