import { View } from '@tarojs/components'
import { useId } from 'react'
import { classNames } from './class-names'
import styles from './field.module.scss'
import { Icon } from './icon'
import { pressable, semantics } from './semantics'

type Props = {
  label: string
  /** What was chosen; empty while nothing is. */
  value: string
  placeholder: string
  /** Opens the choices. */
  onPress: () => void
  /** What is wrong with the choice; stands below the box. */
  error?: string | undefined
}

/** A field of a form that is not typed but chosen: looks as a field does, and opens a sheet. */
export function PickField({ label, value, placeholder, onPress, error }: Props) {
  const errorId = useId()
  return (
    <View className={styles.field}>
      <View className={styles.label}>{label}</View>
      <View
        className={classNames(styles.box, styles.pick, error !== undefined && styles.wrong)}
        {...pressable({
          onPress,
          label: `${label}：${value === '' ? placeholder : value}`,
          popup: 'dialog',
          describedBy: error === undefined ? undefined : errorId,
        })}
      >
        <View className={classNames(styles.picked, value === '' && styles.placeholder)}>
          {value === '' ? placeholder : value}
        </View>
        <Icon name="chevron-right" size={16} className={styles.icon} />
      </View>
      {error !== undefined && (
        <View className={styles.error} id={errorId} {...semantics({ role: 'alert' })}>
          <Icon name="warning" size={14} />
          {error}
        </View>
      )}
    </View>
  )
}
