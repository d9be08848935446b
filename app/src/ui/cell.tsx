import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import styles from './cell.module.scss'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import { RadioMark } from './radio-mark'
import { pressable } from './semantics'

type Props = {
  title: ReactNode
  icon?: IconName
  /** A portrait or picture before the title; the row is then 60 px high. */
  lead?: ReactNode
  /** A muted line below the title. */
  note?: ReactNode
  /** A muted value at the right. */
  value?: ReactNode
  /** A control at the right with its own target. */
  tail?: ReactNode
  /** Makes the whole row the target; shows a chevron, unless the row is a choice or disabled. */
  onPress?: () => void
  /** For one of several choices: whether it is the chosen one. */
  chosen?: boolean
  disabled?: boolean
  danger?: boolean
  /** For an action of a menu: 56 px high, without the chevron. */
  plain?: boolean
  /** The text of the target for screen readers, if title and note are not enough. */
  label?: string
}

/** A row of a list: at least 52 px high, with a hairline from the edge of the text. */
export function Cell({ title, icon, lead, note, value, tail, onPress, chosen, disabled, danger, plain, label }: Props) {
  const isChoice = chosen !== undefined
  return (
    <View
      className={classNames(
        styles.cell,
        icon && styles.withIcon,
        lead !== undefined && styles.tall,
        plain && styles.plain,
        danger && styles.danger,
        disabled && styles.disabled,
        onPress && styles.tappable,
      )}
      hoverClass={onPress && !disabled ? styles.pressed : 'none'}
      {...(onPress
        ? pressable({ onPress, disabled, label, role: isChoice ? 'radio' : 'button', checked: chosen })
        : {})}
    >
      {icon && <Icon name={icon} className={styles.icon} />}
      {lead}
      <View className={styles.words}>
        <View className={lead === undefined ? styles.title : styles.name}>{title}</View>
        {note !== undefined && <View className={styles.note}>{note}</View>}
      </View>
      {value !== undefined && <View className={styles.value}>{value}</View>}
      {tail}
      {isChoice ? (
        <RadioMark on={chosen} />
      ) : (
        onPress && !plain && !disabled && <Icon name="chevron-right" size={16} className={styles.chevron} />
      )}
    </View>
  )
}
