import { View } from '@tarojs/components'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { semantics } from '../../../../ui/semantics'
import styles from './stars.module.scss'

const ALL = [1, 2, 3, 4, 5]

/** One to five stars of a review. */
export function Stars({ stars }: { stars: number }) {
  return (
    <View className={classNames(styles.stars, 'keep wait')} {...semantics({ role: 'img', label: `${stars} 星` })}>
      {ALL.map((star) => (
        <Icon
          key={star}
          name="star"
          size={14}
          fill={star <= stars ? 'solid' : undefined}
          className={classNames(star > stars && styles.off)}
        />
      ))}
    </View>
  )
}
