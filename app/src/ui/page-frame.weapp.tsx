import { View } from '@tarojs/components'
import Taro, { useDidHide, useDidShow } from '@tarojs/taro'
import { useEffect, useMemo, useRef } from 'react'
import { isSinglePage } from '../platform/environment'
import { back as goBack } from '../platform/navigate'
import { useTheme } from '../platform/theme'
import { usePageShown } from '../platform/use-page-shown'
import { classNames } from './class-names'
import { endQuestionOfOtherPage } from './confirm'
import { DialogHost } from './dialog-host'
import { Icon } from './icon'
import { OpeningPage } from './opening-page'
import type { NavBarProps } from './page-frame.h5'
import styles from './page-frame.module.scss'
import { PrivacySheet } from './privacy-sheet'
import { pressable, semantics } from './semantics'

/**
 * The bar of a page that has switched WeChat's own off. It leaves the status bar above and the capsule at the right
 * free. A page opened from the timeline shows WeChat's own bar anyway.
 */
export function NavBar({ title, look, lead, back, custom }: NavBarProps) {
  const room = useMemo(roomOfSystem, [])
  if (!custom || isSinglePage()) return null
  return (
    <View
      className={classNames(styles.bar, styles[look])}
      style={{
        paddingTop: `${room.top}px`,
        height: `${room.top + room.height}px`,
        paddingRight: `${room.right}px`,
        // The same padding at the left, so that the title is centred on the phone.
        paddingLeft: lead === undefined ? `${room.right}px` : undefined,
      }}
    >
      {back && (
        <View
          className={styles.back}
          style={{ top: `${room.top}px` }}
          {...pressable({ onPress: goBack, label: '返回' })}
        >
          <Icon name="back" size={22} />
        </View>
      )}
      {lead !== undefined && <View className={styles.lead}>{lead}</View>}
      {lead === undefined && (
        <View className={styles.title} {...semantics({ role: 'heading' })}>
          {title}
        </View>
      )}
    </View>
  )
}

/** In px of the phone: the height of the status bar, the capsule's row, and its width at the right. */
function roomOfSystem() {
  const { statusBarHeight = 20, windowWidth } = Taro.getWindowInfo()
  const capsule = Taro.getMenuButtonBoundingClientRect()
  const gap = Math.max(0, capsule.top - statusBarHeight)
  return { top: statusBarHeight, height: capsule.height + gap * 2, right: windowWidth - capsule.left }
}

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
  // A tab whose code comes late begins while it is shown.
  const isShown = useRef(true)
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
  const chosen = useRef(theme)
  useEffect(() => {
    if (chosen.current === theme) return
    chosen.current = theme
    if (isShown.current) latest.current()
  }, [theme])
}

/**
 * Every page of the mini-program is a tree of its own. The top page renders the dialogs of `confirm`, WeChat's
 * consent, and the skeleton of the page that opens next.
 */
export function PageHosts() {
  // WeChat's own arrow and tabs stay in reach below a question.
  useDidShow(endQuestionOfOtherPage)
  if (!usePageShown()) return null
  return (
    <>
      <OpeningPage />
      <DialogHost />
      <PrivacySheet />
    </>
  )
}
