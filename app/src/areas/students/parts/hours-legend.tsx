import { View } from '@tarojs/components'
import { semantics } from '../../../ui/semantics'
import styles from './hours-legend.module.scss'

/** What the parts of the bars mean. The numbers of each bar are told with it. */
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
