import Taro, { useDidHide, useDidShow } from '@tarojs/taro'
import { useEffect, useRef } from 'react'
import { useTheme } from '../platform/theme'

/** WeChat's own bars follow the system by theme.json; a chosen theme is set page by page. */
const BARS = {
  light: { front: '#000000', ground: '#FFFFFF', text: '#6B665B', selected: '#08794D', border: 'black' },
  dark: { front: '#ffffff', ground: '#1B1E1B', text: '#B3B0A6', selected: '#4FD39A', border: 'white' },
} as const

/**
 * Colours the native bars of this page when it is shown, and at once after the choice of another theme.
 *
 * @param inverse the page has a green head, on which the status bar is white in both themes
 */
export function usePageBars(tab: boolean, inverse: boolean): void {
  const theme = useTheme((state) => state.theme)
  const isShown = useRef(false)
  // Without a chosen theme, theme.json does everything.
  const isColoured = useRef(false)
  const colour = () => {
    if (theme === 'system' && !isColoured.current) return
    isColoured.current = true
    const shown = theme === 'system' ? Taro.getAppBaseInfo().theme : theme
    const { front, ground, text, selected, border } = BARS[shown === 'dark' ? 'dark' : 'light']
    Taro.setNavigationBarColor({ frontColor: inverse ? BARS.dark.front : front, backgroundColor: ground })
    if (tab) Taro.setTabBarStyle({ color: text, selectedColor: selected, backgroundColor: ground, borderStyle: border })
  }
  useDidShow(() => {
    isShown.current = true
    colour()
  })
  useDidHide(() => {
    isShown.current = false
  })
  const latest = useRef(colour)
  latest.current = colour
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs on the choice and does not read it
  useEffect(() => {
    if (isShown.current) latest.current()
  }, [theme])
}
