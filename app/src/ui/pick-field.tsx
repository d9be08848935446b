import { View } from '@tarojs/components'
import { useId } from 'react'
import { classNames } from './class-names'
import styles from './field.module.scss'
import { Icon } from './icon'
import { pressable, semantics } from './semantics'

type Props = {
  label: string
  /** The chosen value; empty before a choice. */
  value: string
  placeholder: string
  /** Opens the choices. */
  onPress: () => void
  /** The fault of the choice, shown below the box. */
  error?: string | undefined
}

/** A form field with a choice instead of typing: it looks like a field, and opens a sheet. */
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
