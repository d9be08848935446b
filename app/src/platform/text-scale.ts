import Taro from '@tarojs/taro'

const DESIGN_WIDTH_PX = 375
/** On wider screens, such as tablets, the design does not grow further: it gets more room instead. */
const MOST_WIDTH_PX = 480
/** WeChat's default size on iOS. On Android it is 16, which counts as the same. */
const USUAL_PX = 17

/** Newer versions of WeChat report the factor; Taro's types lack it. */
type TextSize = { fontSizeScaleFactor?: number; fontSizeSetting?: number }

/** The text size of this WeChat as a factor of the default size. */
export function textScale(): number {
  const { fontSizeScaleFactor, fontSizeSetting = USUAL_PX } = Taro.getAppBaseInfo() as TextSize
  return fontSizeScaleFactor ?? Math.max(1, fontSizeSetting / USUAL_PX)
}

/** How many px of the phone correspond to one px of the design, where it grows with the text. */
export function phonePx(): number {
  return (Math.min(Taro.getWindowInfo().windowWidth, MOST_WIDTH_PX) / DESIGN_WIDTH_PX) * textScale()
}
