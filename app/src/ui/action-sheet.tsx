import { View } from '@tarojs/components'
import styles from './action-sheet.module.scss'
import { Cell } from './cell'
import type { IconName } from './icon'
import { Overlay, useDragHandle } from './overlay'
import { pressable } from './semantics'

/** One action of the sheet. */
export type SheetAction<Key extends string> = {
  key: Key
  icon: IconName
  text: string
  /** The consequence, or why it is impossible now. */
  note?: string
  /** Red, and in last place. */
  danger?: boolean
  disabled?: boolean
}

type Props<Key extends string> = {
  open: boolean
  onClose: () => void
  /** The object of the actions, as in 11.22 周日 18:30–20:00. */
  caption: string
  actions: readonly SheetAction<Key>[]
  /** Called after the sheet has closed. */
  onSelect: (key: Key) => void
}

/** Actions on one object, from below; on a desktop a menu at the button that opened it. */
export function ActionSheet<Key extends string>({ open, onClose, caption, actions, onSelect }: Props<Key>) {
  const handle = useDragHandle(onClose)
  return (
    <Overlay open={open} onClose={onClose} kind="menu" label="更多操作">
      <View {...handle}>
        <View className={styles.grab} />
        <View className={styles.caption}>{caption}</View>
      </View>
      <View className={styles.actions}>
        {actions.map(({ key, icon, text, note, danger, disabled }) => (
          <Cell
            key={key}
            icon={icon}
            title={text}
            note={note}
            danger={danger}
            disabled={disabled}
            plain
            onPress={() => {
              onClose()
              onSelect(key)
            }}
          />
        ))}
      </View>
      <View className={styles.close} {...pressable({ onPress: onClose })}>
        关闭
      </View>
    </Overlay>
  )
}
