import Taro, { useDidShow, useLoad } from '@tarojs/taro'
import { useState } from 'react'
import { phonePx, textScale } from './text-scale'

/** What the build divides the lengths of the design by. */
const PX_IN_REM = 20
/** From here on the 375 px of the design have no room for 21 letters of 16 px. */
const SHORT_LINES_FROM = 375 / (21 * 16)

/** Gives the page the text size of WeChat. @returns the class with which rows stack where few characters stand in a line */
export function useTextSize(): string | undefined {
  const [scale, setScale] = useState(textScale)
  const follow = () => {
    setScale(textScale())
    // Before the content is handed over: `page-meta` of every page takes it.
    Taro.getCurrentInstance().page?.setData?.({ rem: `${phonePx() * PX_IN_REM}px` })
  }
  useLoad(follow)
  useDidShow(follow)
  return shortLines(scale)
}

/** The same class, for what lies over a page. */
export function shortLines(scale = textScale()): string | undefined {
  return scale > SHORT_LINES_FROM ? 'short-lines' : undefined
}
