import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import styles from './ledger-list.module.scss'
import { pressable, semantics } from './semantics'
import { Windowed } from './windowed'

/** One movement of an account, with its texts. */
export type LedgerRow = {
  key: string
  icon: IconName
  tone: 'ok' | 'wait' | 'bad' | 'info' | 'mute'
  /** The movement and its time, as in 预占 11.22 周日 18:30. */
  what: ReactNode
  /** The person, with the reason or the time. */
  who: ReactNode
  /** +20, −1.5, 消 1.5 */
  amount: string
  /** Money or hours came in: the amount is green. */
  gain?: boolean
  /** The balance after it, as in 可用 11. */
  balance: string
  /** Opens the object of the movement: the whole row is the target. */
  onPress?: () => void
  /** The text of the target for screen readers. */
  label?: string
}

/** Movements of an account, newest first; they are never edited or hidden. */
export function LedgerList({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <View {...semantics({ role: 'list' })}>
      <Windowed className={styles.piece}>
        {rows.map((row) => (
          <View key={row.key} className={styles.item} {...semantics({ role: 'listitem' })}>
            <Movement row={row} />
          </View>
        ))}
      </Windowed>
    </View>
  )
}

function Movement({ row }: { row: LedgerRow }) {
  const { onPress, label } = row
  return (
    <View
      className={classNames(styles.row, onPress && styles.tappable)}
      hoverClass={onPress ? styles.pressed : 'none'}
      {...(onPress ? pressable({ onPress, label }) : {})}
    >
      <View className={classNames(styles.tile, styles[row.tone])}>
        <Icon name={row.icon} size={18} />
      </View>
      <View className={styles.words}>
        <View className={styles.what}>
          <View>{row.what}</View>
          {onPress && <Icon name="chevron-right" size={12} className={styles.chevron} />}
        </View>
        <View className={styles.who}>{row.who}</View>
      </View>
      <View className={styles.numbers}>
        <View className={classNames(styles.amount, row.gain && styles.gain)}>{row.amount}</View>
        <View className={styles.balance}>{row.balance}</View>
      </View>
    </View>
  )
}
