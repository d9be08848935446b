import { View } from '@tarojs/components'
import { semantics } from '../../../../ui/semantics'
import styles from './level-bar.module.scss'

type Props = {
  from: number
  to: number
  /** The reader's own level; null where it is unknown. */
  own: number | null
  /** The range as text, as in 3.0–4.0. */
  text: string
}

const LOWEST = 1
const HIGHEST = 7

/** The levels from 1.0 to 7.0, the allowed range, and the reader's own mark. */
export function LevelBar({ from, to, own, text }: Props) {
  const spoken = own === null ? `等级 ${text}` : `等级 ${text}，你 ${own.toFixed(1)}`
  return (
    <View {...semantics({ role: 'img', label: spoken })}>
      <View className={styles.track}>
        <View className={styles.range} style={{ left: percent(from), width: `${share(to) - share(from)}%` }} />
        {own !== null && <View className={styles.own} style={{ left: percent(own) }} />}
      </View>
      <View className={styles.words}>
        <View>{LOWEST.toFixed(1)}</View>
        <View className={styles.text} style={{ left: `${clearOfEnds((share(from) + share(to)) / 2)}%` }}>
          {text}
        </View>
        <View>{HIGHEST.toFixed(1)}</View>
      </View>
    </View>
  )
}

/** At this distance from either end, the range text does not touch the end text, even on the narrowest phone. */
const END_SHARE = 20

function clearOfEnds(middle: number): number {
  return Math.min(100 - END_SHARE, Math.max(END_SHARE, middle))
}

function share(level: number): number {
  return ((Math.min(HIGHEST, Math.max(LOWEST, level)) - LOWEST) / (HIGHEST - LOWEST)) * 100
}

function percent(level: number): string {
  return `${share(level)}%`
}
