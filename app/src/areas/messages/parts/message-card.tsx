import { View } from '@tarojs/components'
import { useState } from 'react'
import { goTo } from '../../../platform/navigate'
import { ActionSheet, type SheetAction } from '../../../ui/action-sheet'
import { Avatar } from '../../../ui/avatar'
import { Card } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Icon } from '../../../ui/icon'
import { pressable, semantics } from '../../../ui/semantics'
import { Tag } from '../../../ui/tag'
import { isToDecide, messageIcon, messageLink, sentText, verdictOf } from '../message-words'
import { type ShownMessage, useMarkRead, useReadOnOpening } from '../messages-data'
import { Verdicts } from '../verdicts'
import styles from './message-card.module.scss'

type Props = { message: ShownMessage; now: Date; onDelete: () => void }

/** One message: who, what, when; a request with 同意 and 拒绝, else with what became of it. A press leads to what it is about. */
export function MessageCard({ message, now, onDelete }: Props) {
  const { title, content, sender, readStatus } = message
  const isUnread = readStatus === 0
  const link = messageLink(message)
  const verdict = verdictOf(message)
  const read = useReadOnOpening()
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const open = () => {
    if (isUnread) read.mutate(message.id)
    if (link) goTo(link.path)
  }
  return (
    <>
      <Card className={styles.card}>
        <View
          className={styles.open}
          hoverClass={styles.pressed}
          {...pressable({
            label: `${isUnread ? '未读 ' : ''}${title}，${content}${link ? `，${link.text}` : ''}`,
            onPress: open,
          })}
        />
        <View className={styles.face}>
          {sender ? (
            <Avatar id={sender.id} src={sender.avatar} size={40} />
          ) : (
            <View className={styles.sign}>
              <Icon name={messageIcon(message)} size={20} />
            </View>
          )}
          {isUnread && <View className={styles.dot} {...semantics({ hidden: true })} />}
        </View>
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
          <View className={styles.content}>{content}</View>
          {isToDecide(message) ? (
            <View className={styles.verdicts}>
              <Verdicts message={message} />
            </View>
          ) : verdict ? (
            <View className={styles.foot}>
              <Tag kind={verdict.kind} icon={verdict.kind === 'ok' ? 'check' : 'close'}>
                {verdict.text}
              </Tag>
            </View>
          ) : (
            link && (
              <View className={styles.foot}>
                <Tag kind="brand">{link.text}</Tag>
              </View>
            )
          )}
        </View>
      </Card>
      <MessageMenu message={message} open={isMenuOpen} onClose={() => setIsMenuOpen(false)} onDelete={onDelete} />
    </>
  )
}

type MenuProps = { message: ShownMessage; open: boolean; onClose: () => void; onDelete: () => void }

function MessageMenu({ message, open, onClose, onDelete }: MenuProps) {
  const { mutate } = useMarkRead(message.id)
  const actions: SheetAction<'read' | 'delete'>[] = [
    ...(message.readStatus === 0 ? [{ key: 'read' as const, icon: 'check' as const, text: '标为已读' }] : []),
    { key: 'delete', icon: 'close', text: '删除', danger: true },
  ]
  return (
    <ActionSheet
      open={open}
      onClose={onClose}
      caption={message.title}
      actions={actions}
      onSelect={(key) => (key === 'read' ? mutate() : onDelete())}
    />
  )
}
