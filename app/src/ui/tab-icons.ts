import type { TabName } from '../paths'
import type { IconName } from './icon'

/** The icon of each tab. */
export const TAB_ICONS: Record<TabName, IconName> = {
  home: 'home',
  bookingClass: 'calendar',
  bookingBall: 'ball',
  threading: 'racket',
  my: 'person',
}
