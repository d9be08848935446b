import { messagesOfType } from '@paidang/api/areas/ground/messages'
import { dateAndWeekday, dayOf, formatDateTime } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { type ReactNode, useState } from 'react'
import { messageSettingsPath } from '../../../paths'
import { useWide } from '../../../platform/environment'
import { useHeldRows } from '../../../platform/held-rows'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { ActionSheet, type SheetAction } from '../../../ui/action-sheet'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { pressable, semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { Tag } from '../../../ui/tag'
import { useFeature } from '../features/features-data'
import {
  contentText,
  isToDecide,
  MESSAGE_TABS,
  type MessageCategory,
  messageIcon,
  messageLink,
  messageTabOf,
  sentText,
  verdictOf,
} from './message-labels'
import {
  type ShownMessage,
  shownUnread,
  useDeleteMessage,
  useMarkRead,
  useMessages,
  useReadAll,
  useReadOnOpening,
  useUnreadCounts,
} from './messages-data'
import styles from './messages-view.module.scss'
import { Verdicts } from './verdicts'

type Props = { messageType?: string | undefined }

/** 消息: the user's messages and requests, by category. On a desktop the open message is next to the list. */
export function MessagesView({ messageType }: Props) {
  // The expiry of the token is not checked: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  const isWide = useWide() && isLoggedIn
  return (
    <Page title="消息" wide={isWide}>
      {isLoggedIn ? <Messages messageType={messageType} isWide={isWide} /> : <SignedOut />}
    </Page>
  )
}

function Messages({ messageType, isWide }: Props & { isWide: boolean }) {
  const now = useMinute()
  const [category, setCategory] = useState(messageTabOf(messageType))
  const [chosenId, setChosenId] = useState<string>()
  const list = useMessages(category)
  const read = useReadOnOpening()
  const shown = isWide ? list.data?.rows.find(({ id }) => id === chosenId) : undefined
  const open = (message: ShownMessage) => {
    if (message.readStatus === 0) read.act(message.id)
    const link = messageLink(message)
    if (isWide) setChosenId(message.id)
    else if (link) goTo(link.path)
  }
  // A message that comes moves no answer under a finger.
  const asks = !isWide && list.data?.rows.some(isToDecide)
  const held = useHeldRows(list.data?.rows, {
    isFetching: list.isFetching,
    keyOf: ({ id }) => id,
    comes: 'later',
    isSeen: asks === true,
    of: category,
  })
  const showLater = () => {
    held.renew()
    Taro.pageScrollTo({ scrollTop: 0 })
  }
  const shownRows = held.rows.filter(({ isOver }) => !isOver)
  const rows = (
    <MessageColumn category={category} onCategory={setCategory} list={list}>
      {shownRows.map(({ row: message }) => (
        <View key={message.id} {...semantics({ role: 'listitem' })}>
          <MessageCard
            message={message}
            now={now}
            brief={isWide}
            isShown={message.id === shown?.id}
            onOpen={() => open(message)}
          />
        </View>
      ))}
    </MessageColumn>
  )
  if (!isWide)
    return (
      <>
        {rows}
        {held.later > 0 && (
          <ActionBar
            actions={
              <Button full onPress={showLater}>
                {`看 ${held.later} 条新消息`}
              </Button>
            }
          />
        )}
      </>
    )
  return (
    <View className={styles.desktop}>
      <View className={styles.list}>{rows}</View>
      <View className={styles.detail} {...semantics({ role: 'region', label: '消息内容' })}>
        {shown ? (
          <MessageDetail key={shown.id} message={shown} />
        ) : (
          <Empty title="选一条消息" line="内容会显示在这里" />
        )}
      </View>
    </View>
  )
}

type ColumnProps = {
  category: MessageCategory
  onCategory: (category: MessageCategory) => void
  list: ReturnType<typeof useMessages>
  /** The loaded messages. */
  children: ReactNode
}

/** The categories with the number of unread messages in each, and the messages of one. */
function MessageColumn({ category, onCategory, list, children }: ColumnProps) {
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const unread = useUnreadCounts()
  const tabs = MESSAGE_TABS.map((tab) => ({ ...tab, count: shownUnread(unread.data?.[tab.key] ?? 0) }))
  const skeleton = useSkeleton(isPending)
  usePullOf(list, messagesOfType.outcome)
  useNextPageAtBottom(list)
  return (
    <>
      <View className={styles.tabs}>
        <Tabs label="消息类别" items={tabs} value={category} onChange={onCategory} />
        <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      </View>
      <MessageBar category={category} unread={unread.data?.[category]} />
      {skeleton ? (
        <MessagesSkeleton />
      ) : !data ? (
        cause && <ErrorBlock title="消息没有取到" cause={cause} onRetry={list.refetch} busy={isFetching} />
      ) : data.rows.length === 0 ? (
        <NoMessages isAll={category === 'all'} name={MESSAGE_TABS.find(({ key }) => key === category)?.text ?? ''} />
      ) : (
        <>
          <CardStack list="消息">{children}</CardStack>
          <ListEnd list={list} of="消息" />
        </>
      )}
    </>
  )
}

function NoMessages({ isAll, name }: { isAll: boolean; name: string }) {
  return <Empty title={isAll ? '没有消息，安心打球' : `没有${name}`} />
}

/** The unread count of a category (undefined while it is unknown), the action that marks all as read, and the link to the settings. */
function MessageBar({ category, unread }: { category: MessageCategory; unread: number | undefined }) {
  const readAll = useReadAll()
  // Only what WeChat sends is set there.
  const hasWechat = useFeature('wechat')
  return (
    <View className={styles.bar}>
      <View className="words t-sub muted">{textOf(unread)}</View>
      <Button
        kind="plain"
        size="s"
        icon="check"
        disabled={!unread}
        busy={readAll.isPending}
        onPress={() => readAll.act(category)}
      >
        全部已读
      </Button>
      {hasWechat && (
        <Button kind="plain" size="s" icon="settings" label="消息设置" onPress={() => goTo(messageSettingsPath())}>
          设置
        </Button>
      )}
    </View>
  )
}

function textOf(unread: number | undefined): string {
  if (unread === undefined) return ''
  return unread > 0 ? `${shownUnread(unread)} 条未读` : '没有未读消息'
}

type MessageCardProps = {
  message: ShownMessage
  now: Date
  /** Request and link are shown next to the list, not in the card. */
  brief: boolean
  /** Whether this message is open next to the list. */
  isShown: boolean
  onOpen: () => void
}

/** One message: sender, text and time. A request has 同意 and 拒绝, or its result. A press opens the message. */
function MessageCard({ message, now, brief, isShown, onOpen }: MessageCardProps) {
  const { title, content, readStatus } = message
  const isUnread = readStatus === 0
  const link = brief ? undefined : messageLink(message)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const tag = tagOf(message, brief)
  return (
    <>
      <Card className={classNames(styles.card, 'beside-12', isShown && styles.shown)}>
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
        <View className="grow">
          <View className={styles.head}>
            <View className={classNames(styles.title, 'shrinks', isUnread && styles.strong)}>{title}</View>
            <View className={classNames(styles.when, 'keep faint')}>{sentText(message.createTime, now)}</View>
            <View
              className={classNames(styles.more, 'centre keep faint')}
              {...pressable({ label: `更多操作：${title}`, popup: 'menu', onPress: () => setIsMenuOpen(true) })}
            >
              <Icon name="more" size={20} />
            </View>
          </View>
          <View className={classNames(styles.content, 't-sub muted')}>{contentText(content)}</View>
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

/** One message next to the list: its full text, its request, and the link to its object. */
function MessageDetail({ message }: { message: ShownMessage }) {
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
        <View className="row-12">
          <MessageFace message={message} />
          <View className="grow">
            <View className="t-title-2" {...semantics({ role: 'heading', level: 2 })}>
              {title}
            </View>
            <View className="t-caption muted">
              <Facts>
                {sender?.nickname}
                {kind}
                {when}
              </Facts>
            </View>
          </View>
        </View>
        <View className={classNames(styles.detailContent, 'mt-16 t-body')}>{contentText(content)}</View>
        {asks ? (
          <Verdicts message={message} />
        ) : (
          <View className={styles.verdict}>
            <VerdictTag message={message} />
          </View>
        )}
        <View className={classNames(styles.actions, 'beside-12 mt-16')}>
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

/** The sender of a message, or the icon of its object; with a dot while it is unread. */
function MessageFace({ message }: { message: ShownMessage }) {
  const { sender, readStatus } = message
  return (
    <View className={styles.face}>
      {sender ? (
        <Avatar id={sender.id} src={sender.avatar} size={40} />
      ) : (
        <View className={classNames(styles.sign, 'centre')}>
          <Icon name={messageIcon(message)} size={20} />
        </View>
      )}
      {readStatus === 0 && <View className={styles.dot} {...semantics({ hidden: true })} />}
    </View>
  )
}

/** The answer to a request: 已同意 or 已拒绝. Nothing before a decision, or for a message without one. */
function VerdictTag({ message }: { message: ShownMessage }) {
  const verdict = verdictOf(message)
  if (!verdict) return null
  return (
    <Tag kind={verdict.kind} icon={verdict.kind === 'ok' ? 'check' : 'close'}>
      {verdict.text}
    </Tag>
  )
}

const CARDS = [0, 1, 2, 3, 4] as const

/** The skeleton of the messages. */
function MessagesSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {CARDS.map((card) => (
          <Card key={card} className="beside-12">
            <Skeleton width={40} height={40} radius="round" />
            <View className={styles.skeletonWords}>
              <Skeleton width={150} height={18} />
              <Skeleton />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
