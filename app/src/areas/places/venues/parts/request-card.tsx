import { View } from '@tarojs/components'
import { Avatar } from '../../../../ui/avatar'
import { Card } from '../../../../ui/card'
import { sentText } from '../../../ground/messages/message-labels'
import type { ShownMessage } from '../../../ground/messages/messages-data'
import { Verdicts } from '../../../ground/messages/verdicts'
import styles from './request-card.module.scss'

/** The request of a coach to teach at a venue that the reader manages, with 同意 or 拒绝. */
export function RequestCard({ message, now }: { message: ShownMessage; now: Date }) {
  const { id, sender, title, content, createTime } = message
  return (
    <Card className={styles.card}>
      <Avatar id={sender?.id ?? id} src={sender?.avatar} size={40} />
      <View className={styles.words}>
        <View className={styles.head}>
          <View className={styles.title}>{title}</View>
          <View className={styles.when}>{sentText(createTime, now)}</View>
        </View>
        <View className={styles.content}>{content}</View>
        <Verdicts message={message} />
      </View>
    </Card>
  )
}
