import { View } from '@tarojs/components'
import { Icon } from '../../../../ui/icon'
import { semantics } from '../../../../ui/semantics'
import styles from './like-count.module.scss'

/** The number of likes of a person, without a button. */
export function LikeCount({ count, name }: { count: number; name: string }) {
  return (
    <View className={styles.likes} {...semantics({ role: 'img', label: `${name}，${count} 个赞` })}>
      <Icon name="heart" size={16} />
      {count}
    </View>
  )
}
