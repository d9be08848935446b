import { Text, View } from '@tarojs/components'
import { type ReactNode, useId } from 'react'
import { showToast } from '../platform/toast'
import { HAS_WECHAT } from '../platform/wechat-code'
import styles from './button.module.scss'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import { pressable, semantics } from './semantics'
import { ShareCover } from './share-cover'
import { CoverLabel } from './wechat-cover-words'

type Props = {
  /** A verb, at most six characters. */
  children: ReactNode
  /** One filled button a screen; lime only on green or dark ground. */
  kind?: 'filled' | 'ghost' | 'plain' | 'line' | 'danger' | 'lime'
  /** l 48 in bars and dialogs, m 40 in cards, s 32 in rows; the smaller two can be hit on 44. */
  size?: 'l' | 'm' | 's'
  icon?: IconName
  /** Takes the width that is left. */
  full?: boolean
  /** Its own call is running: a ring stands beside the label, and a second press does nothing. */
  busy?: boolean
  disabled?: boolean
  /** What the person has yet to add: it looks disabled, and a press says this, and leads there by `onLacking`. */
  lacks?: string | undefined
  onLacking?: () => void
  /** Why it is disabled, or what it lacks, written below it; shown only while it is. */
  reason?: string
  /** A line below it that may change, told to readers when it does. An empty one keeps its place. */
  note?: string
  /** In the mini-program a press opens WeChat's share list instead of `onPress`. */
  share?: boolean
  /** WeChat's own button, unseen over this one: it is what a finger meets in the mini-program. */
  cover?: ReactNode
  /** What it says to a screen reader, where the label alone would be unclear. */
  label?: string
  onPress?: () => void
}

/** A button. Texts are verbs; a disabled one says why. */
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
  // Readers meet WeChat's button alone: theirs is the press that opens what it is for.
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
