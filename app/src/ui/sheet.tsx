import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Icon } from './icon'
import { Overlay, useDragHandle } from './overlay'
import { pressable, semantics } from './semantics'
import styles from './sheet.module.scss'

type Props = {
  open: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** At the foot, above the phone's safe area: the button, and a notice before it. */
  foot?: ReactNode
}

/** A sheet from below: title, scrolling body, foot. On a desktop it is a dialog 480 px wide. */
export function Sheet({ open, onClose, title, children, foot }: Props) {
  const handle = useDragHandle(onClose)
  return (
    <Overlay open={open} onClose={onClose} kind="sheet" label={title}>
      <View {...handle}>
        <View className={styles.grab} />
        <View className={styles.head}>
          <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
            {title}
          </View>
          <View className={styles.close} {...pressable({ onPress: onClose, label: '关闭' })}>
            <Icon name="close" size={20} />
          </View>
        </View>
      </View>
      <View className={styles.body}>{children}</View>
      {foot !== undefined && <View className={styles.foot}>{foot}</View>}
    </Overlay>
  )
}
