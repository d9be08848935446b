import Taro from '@tarojs/taro'
import { useRef } from 'react'
import { phonePx } from '../../../../platform/environment.weapp'
import type { GridKeyboard, GridTarget } from './grid-moves.h5'

/** Returns no props: WeChat has no keyboard. */
export function gridKeyboard(_keyboard: GridKeyboard): Record<string, unknown> {
  return {}
}

/** Sizes of court-grid.module.scss, at design width. */
const ROW_PX = 44
const COLUMN_PX = 58
const TIMES_PX = 46

/** Returns the props of the scroll view that bring a cell into view at each new target. */
export function useGridScroll(target: GridTarget | undefined): Record<string, unknown> {
  const turn = useRef<{ target: GridTarget | undefined; count: number }>({ target: undefined, count: 0 })
  if (turn.current.target !== target) turn.current = { target, count: turn.current.count + 1 }
  if (!target) return {}

  const scale = phonePx()
  const width = Taro.getWindowInfo().windowWidth / scale
  // WeChat scrolls only when the number changes, so every other target is half a pixel lower.
  const nudge = (turn.current.count % 2) / 2
  const isInFirstView = TIMES_PX + (target.column + 1) * COLUMN_PX <= width
  const left = isInFirstView ? 0 : TIMES_PX + target.column * COLUMN_PX - (width - COLUMN_PX) / 2
  return {
    // The head is sticky, with 8 px of space below it. So the row before the target stays in view.
    scrollTop: Math.max(0, (target.row - 1) * ROW_PX * scale) + nudge,
    scrollLeft: left * scale + nudge,
  }
}
