import { View } from '@tarojs/components'
import { Ball } from '../../../../ui/ball'
import styles from './brand.module.scss'

/** The head of the log-in pages. */
export function Brand() {
  return (
    <View className={styles.brand}>
      <Ball size={48} />
      <View>
        <View className={styles.name}>拍档</View>
        <View className={styles.motto}>约课、约球、穿线，一个拍档</View>
      </View>
    </View>
  )
}
