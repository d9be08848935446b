import { errors } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { ActionBar } from '../../../../ui/action-bar'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import type { LockChoice } from '../use-lock-choice'
import styles from './lock-bar.module.scss'
import { chosenText } from './lock-labels'

type Props = {
  choice: LockChoice
  columns: readonly { name: string }[]
  /** The repetition of the lock as text, and the function that opens the choice. */
  repeat: { text: string; onOpen: () => void }
  actions: ReactNode
  /** What has just been locked, until something else is chosen. */
  done?: ReactNode
}

/** The bar at the foot: the selection, its repetition, and the button. */
export function LockBar({ choice: { locking, opening }, columns, repeat, actions, done }: Props) {
  const chosen = [...locking, ...opening]
  const { title, line } = chosenText(chosen, columns)
  return (
    <ActionBar actions={actions}>
      {chosen.length === 0 && done ? (
        done
      ) : chosen.length === 0 ? (
        <>
          <View className={styles.title}>{errors.lock_slots_missing.message}</View>
          <View className={styles.line}>点一下开始，再点一下结束；点名称选整列</View>
        </>
      ) : (
        <>
          <View className={styles.title}>{title}</View>
          <View className={styles.line}>
            <Facts>
              {line}
              {`已选 ${chosen.length} 格`}
            </Facts>
          </View>
          {locking.length > 0 && (
            <View className={styles.repeat} {...pressable({ onPress: repeat.onOpen, popup: 'dialog' })}>
              {repeat.text}
              <Icon name="chevron-right" size={12} />
            </View>
          )}
        </>
      )}
    </ActionBar>
  )
}
