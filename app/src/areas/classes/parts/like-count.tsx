import { View } from '@tarojs/components'
import { Icon } from '../../../ui/icon'
import { semantics } from '../../../ui/semantics'
import styles from './like-count.module.scss'

/** How often a person was liked, as a number to read. */
export function LikeCount({ count, name }: { count: number; name: string }) {
  return (
    <View className={styles.likes} {...semantics({ role: 'img', label: `${name}，${count} 个赞` })}>
      <Icon name="heart" size={16} />
      {count}
    </View>
  )
}
