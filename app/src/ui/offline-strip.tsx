import { View } from '@tarojs/components'
import { useOnline } from '../platform/query'
import styles from './offline-strip.module.scss'
import { semantics } from './semantics'

/** The thin strip below the title while the device is offline. */
export function OfflineStrip() {
  const online = useOnline()
  if (online) return null
  return (
    <View className={styles.strip} {...semantics({ role: 'status' })}>
      网络不可用，显示的是上次的内容
    </View>
  )
}
