import { View } from '@tarojs/components'
import Taro, { useDidShow } from '@tarojs/taro'
import { Component, type ReactNode, useEffect } from 'react'
import { useTextSize } from '../platform/environment'
import { useOnline, useShowsAnswers } from '../platform/query'
import { reportError } from '../platform/report-error'
import { useThemeClass } from '../platform/theme'
import { classNames } from './class-names'
import { ErrorBlock } from './error-block'
import { HeroGround } from './hero-ground'
import styles from './page.module.scss'
import { NavBar, PageHosts, usePageBars } from './page-frame'
import { semantics } from './semantics'

type Props = {
  title: string
  children: ReactNode
  /** One of the five tabs: no back arrow. */
  tab?: boolean
  /** The green head of the page, with the bar on it. The page's config needs `navigationStyle: 'custom'`. */
  hero?: ReactNode
  /** Replaces the title in the bar. The page's config needs `navigationStyle: 'custom'`. */
  lead?: ReactNode
  /** White to the edges, for forms, instead of the page's ground. */
  white?: boolean
  /** On a desktop the page takes the whole width and has its own layout. Otherwise it is a column of 720 px. */
  wide?: boolean
}

/** The frame of every page: its bar, its title, the offline strip, and a fallback for rendering errors. */
export function Page({ title, children, tab = false, hero, lead, white, wide }: Props) {
  usePageTitle(title)
  usePageBars(tab, hero !== undefined)
  const theme = useThemeClass()
  const textSize = useTextSize()
  const custom = hero !== undefined || lead !== undefined
  const look = hero !== undefined ? 'inverse' : lead !== undefined ? 'clear' : 'white'
  const bar = <NavBar title={title} look={look} lead={lead} back={!tab} custom={custom} />
  return (
    <View className={classNames(styles.page, white && styles.white, wide && styles.wide, theme, textSize)}>
      {hero === undefined ? (
        bar
      ) : (
        <HeroGround className={styles.hero}>
          {bar}
          <OfflineStrip />
          {hero}
        </HeroGround>
      )}
      {hero === undefined && <OfflineStrip />}
      <PageBoundary>{children}</PageBoundary>
      <PageHosts />
    </View>
  )
}

type State = { failed: boolean }

/** Catches a rendering error of a part of the page, shows it in place and offers to render again. */
class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    console.error(error)
    reportError('render', error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorBlock
        title="页面出了点问题"
        cause="内容没有显示出来，请重试"
        onRetry={() => this.setState({ failed: false })}
      />
    )
  }
}

/** The thin strip below the title while the device is offline. */
function OfflineStrip() {
  return useOnline() ? null : <OfflineText />
}

/** Nothing is of last time where no answer ever came. */
function OfflineText() {
  return (
    <View className={styles.strip} {...semantics({ role: 'status' })}>
      {useShowsAnswers() ? '网络不可用，显示的是上次的内容' : '网络不可用，恢复后自动更新'}
    </View>
  )
}

/** Sets the title in the native bar or the browser's tab, whenever the page is on top. */
function usePageTitle(title: string): void {
  useDidShow(() => {
    Taro.setNavigationBarTitle({ title })
  })
  useEffect(() => {
    Taro.setNavigationBarTitle({ title })
  }, [title])
}
