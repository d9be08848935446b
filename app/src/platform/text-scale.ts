import Taro from '@tarojs/taro'

const DESIGN_WIDTH_PX = 375
/** On anything wider, as a tablet, the design grows no further: it gets room instead. */
const MOST_WIDTH_PX = 480
/** WeChat's usual size on iOS; on Android it is 16, which counts as the same. */
const USUAL_PX = 17

/** In newer versions WeChat tells the factor; Taro's types do not know it. */
type TextSize = { fontSizeScaleFactor?: number; fontSizeSetting?: number }

/** How many times the usual size the text of this WeChat has. */
export function textScale(): number {
  const { fontSizeScaleFactor, fontSizeSetting = USUAL_PX } = Taro.getAppBaseInfo() as TextSize
  return fontSizeScaleFactor ?? Math.max(1, fontSizeSetting / USUAL_PX)
}

/** How many px of the phone one px of the design takes, where it grows with the text. */
export function phonePx(): number {
  return (Math.min(Taro.getWindowInfo().windowWidth, MOST_WIDTH_PX) / DESIGN_WIDTH_PX) * textScale()
}
