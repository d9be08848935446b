import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { pressable, semantics } from './semantics'
import styles from './switch.module.scss'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** The label at the left, which is part of the target. */
  children: ReactNode
  disabled?: boolean
}

/** A switch with its label, in a row at least 44 px high. */
export function Switch({ checked, onChange, children, disabled }: Props) {
  return (
    <View
      className={classNames(styles.row, disabled && styles.disabled)}
      {...pressable({ role: 'switch', checked, disabled, onPress: () => onChange(!checked) })}
    >
      <View className={styles.label}>{children}</View>
      <View className={classNames(styles.track, checked && styles.on)} {...semantics({ hidden: true })} />
    </View>
  )
}
