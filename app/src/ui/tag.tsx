import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { classNames } from './class-names'
import { Icon, type IconName } from './icon'
import styles from './tag.module.scss'

/**
 * ok 已确认, wait 待确认, bad 已拒绝, info 需申请, mute 已完成 and 已取消; line a fact, brand a count, lime 我 and
 * 等级; veil on green.
 */
export type TagKind = 'ok' | 'wait' | 'bad' | 'info' | 'mute' | 'line' | 'brand' | 'lime' | 'veil'

const STATUS_ICONS: Partial<Record<TagKind, IconName>> = { ok: 'check', wait: 'clock', bad: 'close', info: 'info' }

type Props = {
  kind: TagKind
  children: ReactNode
  /** By default the icon of the status; another icon, or null for none. */
  icon?: IconName | null
}

/** A short fact or status, by colour, icon and text together. */
export function Tag({ kind, children, icon = STATUS_ICONS[kind] ?? null }: Props) {
  return (
    <View className={classNames(styles.tag, styles[kind])}>
      {icon && <Icon name={icon} size={12} />}
      {children}
    </View>
  )
}
