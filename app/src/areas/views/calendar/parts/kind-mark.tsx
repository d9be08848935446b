import type { CalendarEntry } from '@paidang/api/areas/calendar'
import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { semantics } from '../../../../ui/semantics'
import styles from './kind-mark.module.scss'

/** The sign of a kind: a dot for a class, a ring for a game, a square for a racket. The text names it too. */
export function KindMark({ kind }: { kind: CalendarEntry['kind'] }) {
  return <View className={classNames(styles.mark, styles[kind])} {...semantics({ hidden: true })} />
}
