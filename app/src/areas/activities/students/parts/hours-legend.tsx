import { View } from '@tarojs/components'
import { semantics } from '../../../../ui/semantics'
import styles from './hours-legend.module.scss'

/** The meaning of the parts of the bars. Each bar also has its numbers as text. */
export function HoursLegend() {
  return (
    <View className={styles.legend} {...semantics({ hidden: true })}>
      <View className={styles.available} />
      可用
      <View className={styles.held} />
      已预占
    </View>
  )
}
