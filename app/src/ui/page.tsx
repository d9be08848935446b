import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { usePageTitle } from '../platform/page-title'
import { useTextSize } from '../platform/text-size'
import { useThemeClass } from '../platform/theme'
import { classNames } from './class-names'
import { HeroGround } from './hero-ground'
import { NavBar } from './nav-bar'
import { OfflineStrip } from './offline-strip'
import styles from './page.module.scss'
import { usePageBars } from './page-bars'
import { PageBoundary } from './page-boundary'
import { PageHosts } from './page-hosts'

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
          {hero}
        </HeroGround>
      )}
      <OfflineStrip />
      <PageBoundary>{children}</PageBoundary>
      <PageHosts />
    </View>
  )
}
