import { View } from '@tarojs/components'
import { useState } from 'react'
import { ActionSheet, type SheetAction } from '../../../../ui/action-sheet'
import { Card } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { contentText, isToDecide, messageLink, sentText, verdictOf } from '../message-labels'
import { type ShownMessage, useDeleteMessage, useMarkRead } from '../messages-data'
import { Verdicts } from '../verdicts'
import styles from './message-card.module.scss'
import { MessageFace } from './message-face'
import { VerdictTag } from './verdict-tag'

type Props = {
  message: ShownMessage
  now: Date
  /** Request and link are shown next to the list, not in the card. */
  brief: boolean
  /** Whether this message is open next to the list. */
  isShown: boolean
  onOpen: () => void
}

/** One message: sender, text and time. A request has 同意 and 拒绝, or its result. A press opens the message. */
export function MessageCard({ message, now, brief, isShown, onOpen }: Props) {
  const { title, content, readStatus } = message
  const isUnread = readStatus === 0
  const link = brief ? undefined : messageLink(message)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const tag = tagOf(message, brief)
  return (
    <>
      <Card className={classNames(styles.card, isShown && styles.shown)}>
        <View
          className={styles.open}
          hoverClass={styles.pressed}
          {...pressable({
            label: `${isUnread ? '未读 ' : ''}${title}，${content}${link ? `，${link.text}` : ''}`,
            current: isShown ? 'page' : undefined,
            onPress: onOpen,
          })}
        />
        <MessageFace message={message} />
        <View className={styles.words}>
          <View className={styles.head}>
            <View className={classNames(styles.title, isUnread && styles.strong)}>{title}</View>
            <View className={styles.when}>{sentText(message.createTime, now)}</View>
            <View
              className={styles.more}
              {...pressable({ label: `更多操作：${title}`, popup: 'menu', onPress: () => setIsMenuOpen(true) })}
            >
              <Icon name="more" size={20} />
            </View>
          </View>
          <View className={styles.content}>{contentText(content)}</View>
          {!brief && isToDecide(message) && (
            <View className={styles.verdicts}>
              <Verdicts message={message} />
            </View>
          )}
          {tag && <View className={styles.foot}>{tag}</View>}
        </View>
      </Card>
      <MessageMenu message={message} open={isMenuOpen} onClose={() => setIsMenuOpen(false)} />
    </>
  )
}

/** The tag below the text: the result of a request, that it waits, or where the message leads. */
function tagOf(message: ShownMessage, brief: boolean) {
  if (isToDecide(message)) return brief ? <Tag kind="wait">待处理</Tag> : undefined
  if (verdictOf(message)) return <VerdictTag message={message} />
  const link = messageLink(message)
  return link && !brief ? <Tag kind="brand">{link.text}</Tag> : undefined
}

type MenuProps = { message: ShownMessage; open: boolean; onClose: () => void }

function MessageMenu({ message, open, onClose }: MenuProps) {
  const { act: markRead } = useMarkRead(message.id)
  const { act: remove, isPending } = useDeleteMessage(message.id)
  const actions: SheetAction<'read' | 'delete'>[] = [
    ...(message.readStatus === 0 ? [{ key: 'read' as const, icon: 'check' as const, text: '标为已读' }] : []),
    { key: 'delete', icon: 'close', text: '删除', danger: true, disabled: isPending },
  ]
  return (
    <ActionSheet
      open={open}
      onClose={onClose}
      caption={message.title}
      actions={actions}
      onSelect={(key) => (key === 'read' ? markRead() : remove())}
    />
  )
}
