import { Text, View } from '@tarojs/components'
import { type ReactNode, useId } from 'react'
import { showToast } from '../platform/toast'
import { HAS_WECHAT } from '../platform/wechat-code'
import styles from './button.module.scss'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import { pressable, semantics } from './semantics'
import { ShareCover } from './share-cover'
import { CoverLabel } from './wechat-cover-types'

type Props = {
  /** A verb, at most six characters. */
  children: ReactNode
  /** One filled button per screen; lime only on green or dark ground. */
  kind?: 'filled' | 'ghost' | 'plain' | 'line' | 'danger' | 'lime'
  /** Height in px: l 48 in bars and dialogs, m 40 in cards, s 32 in rows. The smaller two have a target of 44. */
  size?: 'l' | 'm' | 's'
  icon?: IconName
  /** Takes the remaining width. */
  full?: boolean
  /** Whether its own call is running: it shows a spinner, and a second press does nothing. */
  busy?: boolean
  disabled?: boolean
  /**
   * What the user still has to add. The button looks disabled; a press shows this text, and `onLacking` leads there.
   */
  lacks?: string | undefined
  onLacking?: () => void
  /** Why it is disabled, or what it lacks; shown below it only in that state. */
  reason?: string
  /** A line below it that may change; screen readers announce changes. An empty one keeps its space. */
  note?: string
  /** In the mini-program a press opens WeChat's share list instead of `onPress`. */
  share?: boolean
  /** WeChat's own button, invisible over this one. In the mini-program the finger presses that one. */
  cover?: ReactNode
  /** The text for screen readers, where the label alone would be unclear. */
  label?: string
  onPress?: () => void
}

/** A button. Its text is a verb; a disabled button shows its reason. */
export function Button(props: Props) {
  const { children, kind = 'filled', size = 'l', icon, full, busy, disabled, lacks, reason, note, label } = props
  const { onPress, onLacking, share, cover = share ? <ShareCover /> : undefined } = props
  const reasonId = useId()
  const looksDisabled = disabled || lacks !== undefined
  const press = () => {
    if (lacks === undefined) return onPress?.()
    showToast(lacks, { tone: 'failed' })
    onLacking?.()
  }
  // Screen readers see only WeChat's button: its press opens WeChat's function.
  const hasCover = cover !== undefined && !disabled && !busy
  const isCovered = HAS_WECHAT && hasCover
  const line = note ?? (looksDisabled ? reason : undefined)
  const button = (
    <View
      className={classNames(
        styles.button,
        styles[size],
        disabled ? styles.disabled : lacks === undefined ? styles[kind] : styles.lacking,
        full && line === undefined && styles.full,
      )}
      hoverClass={disabled || busy ? 'none' : styles.pressed}
      {...(!isCovered &&
        pressable({ onPress: press, disabled, busy, label, describedBy: line ? reasonId : undefined }))}
    >
      {busy ? <View className={styles.ring} /> : icon && <Icon name={icon} size={size === 's' ? 14 : 20} />}
      <Text className={styles.text} {...semantics({ hidden: isCovered || undefined })}>
        {children}
      </Text>
      {hasCover && <CoverLabel.Provider value={label ?? String(children)}>{cover}</CoverLabel.Provider>}
    </View>
  )
  if (line === undefined) return button
  return (
    <View className={classNames(styles.withReason, full && styles.full)}>
      {button}
      <View
        className={classNames(line !== '' && styles.reason)}
        {...semantics({ id: reasonId, live: note === undefined ? undefined : 'polite' })}
      >
        {line}
      </View>
    </View>
  )
}
