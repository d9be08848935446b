import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './chip.module.scss'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import { pressable } from './semantics'

type ChipProps = {
  children: ReactNode
  onPress: () => void
  /** Whether the filter is on. */
  on?: boolean
  /** Whether a press opens a sheet of choices: shows a chevron. */
  opens?: boolean
  /** On a white card instead of the page's ground. */
  onCard?: boolean
}

/** A filter: toggles, or opens its choices. */
export function Chip({ children, onPress, on = false, opens, onCard }: ChipProps) {
  return (
    <View
      className={classNames(styles.chip, onCard && styles.onCard, on && styles.on)}
      {...pressable({ onPress, ...(opens ? { popup: 'dialog' as const } : { pressed: on }) })}
    >
      {children}
      {opens && <Icon name="chevron-down" size={12} />}
    </View>
  )
}

type ChosenChipProps = {
  children: ReactNode
  /** `wait` if the choice conflicts with something. */
  tone?: 'brand' | 'wait'
  icon?: IconName
  onRemove: () => void
  /** What the cross removes, for screen readers. */
  removeLabel: string
}

/** A chosen value, with a cross that removes it. */
export function ChosenChip({ children, tone = 'brand', icon, onRemove, removeLabel }: ChosenChipProps) {
  return (
    <View className={classNames(styles.chosen, tone === 'wait' && styles.wait)}>
      {icon && <Icon name={icon} size={14} />}
      <View>{children}</View>
      <View className={styles.remove} {...pressable({ onPress: onRemove, label: removeLabel })}>
        <Icon name="close" size={14} />
      </View>
    </View>
  )
}
