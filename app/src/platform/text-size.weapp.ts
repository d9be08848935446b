import Taro, { useDidShow, useLoad } from '@tarojs/taro'
import { useState } from 'react'
import { phonePx, textScale } from './text-scale'

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
