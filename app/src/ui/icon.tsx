import { View } from '@tarojs/components'
import { classNames } from './class-names'
import styles from './icon.module.scss'
import { semantics } from './semantics'

/** Names of the design's icons. */
export type IconName =
  | 'pin'
  | 'search'
  | 'chevron-right'
  | 'clock'
  | 'check'
  | 'plus'
  | 'home'
  | 'ball'
  | 'person'
  | 'chevron-down'
  | 'document'
  | 'lock'
  | 'close'
  | 'calendar'
  | 'racket'
  | 'heart'
  | 'info'
  | 'warning'
  | 'back'
  | 'swap'
  | 'star'
  | 'pen'
  | 'share'
  | 'minus'
  | 'verified'
  | 'venue'
  | 'phone'
  | 'code'
  | 'message'
  | 'card'
  | 'block'
  | 'settings'
  | 'camera'
  | 'bell'
  | 'cart'
  | 'parcel'
  | 'more'

type Props = {
  name: IconName
  /** In px at design width; 12 in tags, 16 chevrons, 20 cells, 22 entries, 24 tab bar. */
  size?: 10 | 12 | 14 | 16 | 18 | 20 | 22 | 24
  /** `soft` fills the shape with the green wash (the selected tab), `solid` with the text colour (an active like). */
  fill?: 'soft' | 'solid'
  /** The text for screen readers. Without it the icon is hidden, because there is text next to it. */
  label?: string
  className?: string
}

/** An icon in the colour of the text around it. */
export function Icon({ name, size = 20, fill, label, className }: Props) {
  return (
    <View
      className={classNames(styles.icon, styles[name], styles[`s${size}`], fill && styles[fill], className)}
      {...(label ? semantics({ role: 'img', label }) : semantics({ hidden: true }))}
    />
  )
}
