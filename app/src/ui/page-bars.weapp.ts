import Taro, { useDidShow } from '@tarojs/taro'
import { type Theme, useTheme } from '../platform/theme'

/** WeChat's own bars follow the system by theme.json; a chosen theme is told to them page by page. */
const BARS = {
  light: { front: '#000000', ground: '#FFFFFF', text: '#6B665B', selected: '#08794D', border: 'black' },
  dark: { front: '#ffffff', ground: '#1B1E1B', text: '#B3B0A6', selected: '#4FD39A', border: 'white' },
} as const

/** Colours the native bars of this page whenever it is shown, when the user chose a theme. */
export function usePageBars(tab: boolean): void {
  const theme: Theme = useTheme((state) => state.theme)
  useDidShow(() => {
    if (theme === 'system') return
    const { front, ground, text, selected, border } = BARS[theme]
    Taro.setNavigationBarColor({ frontColor: front, backgroundColor: ground })
    if (tab) Taro.setTabBarStyle({ color: text, selectedColor: selected, backgroundColor: ground, borderStyle: border })
  })
}
