// The web version of '@tarojs/components': only the components in use, each a thin wrapper of one HTML element. Taro's
// own list would add a custom-element library to the first chunk. This file must only re-export: with own components
// it loses imports when minified. A missing name shows in the build as `export … was not found`.
export { CustomWrapper, Image, Input, ScrollView, Text, Textarea, View } from './h5-own-components'
export { PullDownRefresh } from './h5-pull-down-refresh'
