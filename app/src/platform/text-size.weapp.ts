import Taro, { useDidShow, useLoad } from '@tarojs/taro'
import { useState } from 'react'

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

/** The build divides the lengths of the design by this number. */
const PX_IN_REM = 20
/** From this scale on, the 375 px of the design have no room for 21 letters of 16 px. */
const SHORT_LINES_FROM = 375 / (21 * 16)

/**
 * Applies the text size of WeChat to the page.
 *
 * @returns the class that stacks rows when a line has room for few characters
 */
export function useTextSize(): string | undefined {
  const [scale, setScale] = useState(textScale)
  const follow = () => {
    setScale(textScale())
    // Set before the content is sent: the `page-meta` of every page uses it.
    Taro.getCurrentInstance().page?.setData?.({ rem: `${phonePx() * PX_IN_REM}px` })
  }
  useLoad(follow)
  useDidShow(follow)
  return shortLines(scale)
}

/** The same class, for layers over a page. */
export function shortLines(scale = textScale()): string | undefined {
  return scale > SHORT_LINES_FROM ? 'short-lines' : undefined
}
