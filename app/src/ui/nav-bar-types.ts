import type { ReactNode } from 'react'

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
