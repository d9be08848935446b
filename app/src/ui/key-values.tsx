import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './key-values.module.scss'

/** One fact by its name. */
export type KeyValue = { name: string; value: ReactNode }

/** Facts by name, one per line: the name left and muted, the value right. */
export function KeyValues({ rows }: { rows: readonly KeyValue[] }) {
  return (
    <View>
      {rows.map(({ name, value }) => (
        <View key={name} className={styles.row}>
          <View className={styles.name}>{name}</View>
          <View className={styles.value}>{value}</View>
        </View>
      ))}
    </View>
  )
}
