import { View } from '@tarojs/components'
import { classNames } from './class-names'
import styles from './hours-bar.module.scss'
import { semantics } from './semantics'

type Props = {
  /** Lesson hours, in steps of 0.5; available + held + consumed + expired = total. */
  total: number
  available: number
  held: number
  expired?: number
  /** `hero` is for the green ground, `wait` for few hours left. */
  tone?: 'plain' | 'hero' | 'wait'
}

/** Lesson hours as a bar: solid 可用, striped 已预占, track 已消 and 已过期. Text and numbers are next to it. */
export function HoursBar({ total, available, held, expired = 0, tone = 'plain' }: Props) {
  const share = (hours: number) => `${total > 0 ? Math.min(100, Math.max(0, (hours / total) * 100)) : 0}%`
  const parts = [`可用 ${available}`, `已预占 ${held}`, `已消课 ${total - available - held - expired}`]
  const words = [`共 ${total} 课时`, ...parts, ...(expired > 0 ? [`已过期 ${expired}`] : [])].join('，')
  return (
    <View className={classNames(styles.bar, styles[tone])} {...semantics({ role: 'img', label: words })}>
      <View className={styles.available} style={{ width: share(available) }} />
      <View className={styles.held} style={{ width: share(held) }} />
    </View>
  )
}
