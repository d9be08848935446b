import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import styles from './notice.module.scss'

type Props = {
  children: ReactNode
  /** accent: a hint on the lime wash; the others by their meaning. */
  tone?: 'accent' | 'wait' | 'bad' | 'info' | 'ok'
  icon?: IconName
  /** A control at the right. */
  tail?: ReactNode
  /** From edge to edge instead of rounded corners. */
  strip?: boolean
}

/** A line that users should read before they continue. */
export function Notice({ children, tone = 'accent', icon = 'info', tail, strip }: Props) {
  return (
    <View className={classNames(styles.notice, styles[tone], strip && styles.strip)}>
      <Icon name={icon} size={16} />
      <View className={styles.words}>{children}</View>
      {tail}
    </View>
  )
}
