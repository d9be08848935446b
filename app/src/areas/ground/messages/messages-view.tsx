import { messagesOfType } from '@paidang/api/areas/messages'
import { View } from '@tarojs/components'
import { type ReactNode, useState } from 'react'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { useWide } from '../../../platform/wide'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { MESSAGE_TABS, type MessageCategory, messageLink, messageTabOf } from './message-labels'
import { type ShownMessage, useMessages, useReadOnOpening } from './messages-data'
import styles from './messages-view.module.scss'
import { MessageBar } from './parts/message-bar'
import { MessageCard } from './parts/message-card'
import { MessageDetail } from './parts/message-detail'
import { MessagesSkeleton } from './parts/messages-skeleton'
import { useUnreadCounts } from './unread-data'

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
  const rows = (
    <MessageColumn category={category} onCategory={setCategory} list={list}>
      {list.data?.rows.map((message) => (
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
  if (!isWide) return rows
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
  const tabs = MESSAGE_TABS.map((tab) => ({ ...tab, count: unread.data?.[tab.key] ?? 0 }))
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
