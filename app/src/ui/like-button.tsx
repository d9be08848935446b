import { View } from '@tarojs/components'
import { classNames } from './class-names'
import { Icon } from './icon'
import styles from './like-button.module.scss'
import { pressable } from './semantics'

type Props = {
  /** Never below 0. */
  count: number
  on: boolean
  onToggle: () => void
  /** The name of the liked person, for screen readers. */
  name: string
  busy?: boolean
  disabled?: boolean
}

/** A heart with its number. The caller changes the number at once and reverts it when the call fails. */
export function LikeButton({ count, on, onToggle, name, busy, disabled }: Props) {
  const shown = Math.max(0, count)
  return (
    <View
      className={classNames(styles.like, on && styles.on, disabled && styles.disabled)}
      {...pressable({ pressed: on, busy, disabled, label: `点赞 ${name}，${shown} 个赞`, onPress: onToggle })}
    >
      <Icon name="heart" size={16} fill={on ? 'solid' : undefined} />
      {shown}
    </View>
  )
}
