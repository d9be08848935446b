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
  /** The name of the box, if it has no sentence. */
  label?: string
  disabled?: boolean
  /** Whether the change is being saved. */
  busy?: boolean
  /** Each change of this number shakes the line once, because a required box is not ticked. */
  shakes?: number
}

/** A checkbox, with its sentence or alone. */
export function Checkbox({ checked, onChange, children, label, disabled, busy, shakes = 0 }: Props) {
  return (
    <View
      // A new key restarts the animation.
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
