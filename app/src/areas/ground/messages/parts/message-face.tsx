import { View } from '@tarojs/components'
import { Avatar } from '../../../../ui/avatar'
import { Icon } from '../../../../ui/icon'
import { semantics } from '../../../../ui/semantics'
import { messageIcon } from '../message-labels'
import type { ShownMessage } from '../messages-data'
import styles from './message-face.module.scss'

/** The sender of a message, or the icon of its object; with a dot while it is unread. */
export function MessageFace({ message }: { message: ShownMessage }) {
  const { sender, readStatus } = message
  return (
    <View className={styles.face}>
      {sender ? (
        <Avatar id={sender.id} src={sender.avatar} size={40} />
      ) : (
        <View className={styles.sign}>
          <Icon name={messageIcon(message)} size={20} />
        </View>
      )}
      {readStatus === 0 && <View className={styles.dot} {...semantics({ hidden: true })} />}
    </View>
  )
}
