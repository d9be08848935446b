import { dayOf, formatDateTime } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import { goTo } from '../../../../platform/navigate'
import { Button } from '../../../../ui/button'
import { Card, CardStack } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { dateAndWeekday } from '../../../../ui/time-format'
import { contentText, isToDecide, MESSAGE_TABS, messageLink } from '../message-labels'
import { type ShownMessage, useDeleteMessage } from '../messages-data'
import { Verdicts } from '../verdicts'
import styles from './message-detail.module.scss'
import { MessageFace } from './message-face'
import { VerdictTag } from './verdict-tag'

/** One message next to the list: its full text, its request, and the link to its object. */
export function MessageDetail({ message }: { message: ShownMessage }) {
  const { title, content, sender, category, createTime } = message
  const { act: remove, isPending } = useDeleteMessage(message.id)
  const link = messageLink(message)
  const asks = isToDecide(message)
  const day = dayOf(createTime)
  const when = `${day.slice(0, 4)}.${dateAndWeekday(day)} ${formatDateTime(createTime).slice(11, 16)}`
  const kind = MESSAGE_TABS.find(({ key }) => key === category)?.text
  return (
    <CardStack>
      <Card>
        <View className={styles.head}>
          <MessageFace message={message} />
          <View className={styles.words}>
            <View className={styles.title} {...semantics({ role: 'heading', level: 2 })}>
              {title}
            </View>
            <View className={styles.from}>
              <Facts>
                {sender?.nickname}
                {kind}
                {when}
              </Facts>
            </View>
          </View>
        </View>
        <View className={styles.content}>{contentText(content)}</View>
        {asks ? (
          <Verdicts message={message} />
        ) : (
          <View className={styles.verdict}>
            <VerdictTag message={message} />
          </View>
        )}
        <View className={styles.actions}>
          {link && (
            <Button kind={asks ? 'plain' : 'filled'} size="m" onPress={() => goTo(link.path)}>
              {link.text}
            </Button>
          )}
          <Button kind="danger" size="m" busy={isPending} label={`删除 ${title}`} onPress={remove}>
            删除
          </Button>
        </View>
      </Card>
    </CardStack>
  )
}
