import Taro, { useDidShow } from '@tarojs/taro'
import { type ReactNode, useRef } from 'react'
import { back as goBack } from '../platform/navigate'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './page-frame.module.scss'

export type NavBarProps = {
  title: string
  /** white: on a list or form; clear: on the page's ground; inverse: white text on the green hero. */
  look: 'white' | 'clear' | 'inverse'
  /** Replaces the title at the left: the place on home, the identity on 我的. */
  lead?: ReactNode
  /** Whether it shows the back arrow; not on the five tabs. */
  back: boolean
  /** The page has switched WeChat's own bar off (`navigationStyle: 'custom'`). */
  custom: boolean
}

let pagesShown = 0

/** The bar at the top of a page, 44 px high. On a desktop the tabs have none: they have the top bar instead. */
export function NavBar({ title, look, lead, back }: NavBarProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useDidShow(() => {
    pagesShown += 1
    // On a new page the focus starts at its title; the browser handles the first page of a visit.
    if (pagesShown > 1 && Taro.getCurrentPages().length > 0) heading.current?.focus({ preventScroll: true })
  })
  return (
    <header className={classNames(styles.bar, styles[look], !back && styles.ofTab)}>
      {back && (
        <button type="button" className={styles.back} aria-label="返回" onClick={() => goBack()}>
          <Icon name="back" size={22} />
        </button>
      )}
      {lead !== undefined && <div className={styles.lead}>{lead}</div>}
      <h1 ref={heading} tabIndex={-1} className={classNames(styles.title, lead !== undefined && styles.unseen)}>
        {title}
      </h1>
    </header>
  )
}

/** Does nothing: on the web all bars use the theme's tokens. */
export function usePageBars(_tab: boolean, _inverse: boolean): void {
  // Nothing to colour.
}

/** On the web the dialogs of `confirm` exist once, outside of all pages. */
export function PageHosts() {
  return null
}
