import type { CalendarEntry } from '@paidang/api/areas/calendar'
import { View } from '@tarojs/components'
import { classNames } from '../../../ui/class-names'
import { semantics } from '../../../ui/semantics'
import styles from './kind-mark.module.scss'

/** The sign of a kind: a class is a dot, a ball game a ring, a racket at the shop a square. The words say it too. */
export function KindMark({ kind }: { kind: CalendarEntry['kind'] }) {
  return <View className={classNames(styles.mark, styles[kind])} {...semantics({ hidden: true })} />
}
