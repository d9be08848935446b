import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './checkbox.module.scss'
import { classNames } from './class-names'
import { Icon } from './icon'
import { pressable, semantics } from './semantics'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  children?: ReactNode
  /** What is ticked, where no sentence stands beside it. */
  label?: string
  disabled?: boolean
  /** The change is on its way. */
  busy?: boolean
  /** Each change of this number shakes the line once: it was needed and is not ticked. */
  shakes?: number
}

/** A box to tick, with its sentence or alone. */
export function Checkbox({ checked, onChange, children, label, disabled, busy, shakes = 0 }: Props) {
  return (
    <View
      // A new key starts the animation anew.
      key={shakes}
      className={classNames(styles.row, disabled && styles.disabled, busy && styles.busy, shakes > 0 && styles.shake)}
      {...pressable({ role: 'checkbox', checked, label, disabled, busy, onPress: () => onChange(!checked) })}
    >
      <View className={classNames(styles.box, checked && styles.on)} {...semantics({ hidden: true })}>
        {checked && <Icon name="check" size={14} />}
      </View>
      {children !== undefined && <View className={styles.words}>{children}</View>}
    </View>
  )
}
