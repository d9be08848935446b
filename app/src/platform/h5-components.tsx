// What '@tarojs/components' means on the web: exactly the components in use, each a thin skin over one HTML element. Taro's
// own list would keep a custom-element library in the first chunk. Re-exports only: mixed with components of its own this
// file loses imports when minified. A name missing here shows in the build as `export … was not found`.
export { CustomWrapper, Image, ScrollView, Text, View } from './h5-own-components'
export { Input, Textarea } from './h5-own-fields'
export { PullDownRefresh } from './h5-pull-down-refresh'
