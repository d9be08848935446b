import { messagesOfType } from '@paidang/api/areas/messages'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useUserId } from '../../platform/session'
import { useMinute } from '../../platform/use-minute'
import { CardStack } from '../../ui/card'
import { Empty } from '../../ui/empty'
import { ErrorBlock } from '../../ui/error-block'
import { Page } from '../../ui/page'
import { semantics } from '../../ui/semantics'
import { RefreshBar, useSkeleton } from '../../ui/skeleton'
import { Tabs } from '../../ui/tabs'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../classes/paged-list'
import { SignedOut } from '../classes/signed-out'
import { MESSAGE_TABS, messageTabOf } from './message-words'
import { type ShownMessage, useMessages } from './messages-data'
import styles from './messages-view.module.scss'
import { DeletedRow } from './parts/deleted-row'
import { MessageCard } from './parts/message-card'
import { MessagesSkeleton } from './parts/messages-skeleton'
import { useDelayedDelete } from './parts/use-delayed-delete'
import { useUnreadCount } from './unread-data'

type Props = { messageType?: string | undefined }

/** 消息: what the person was told and asked, by category. */
export function MessagesView({ messageType }: Props) {
  // Not whether the token still lasts: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="消息">{isLoggedIn ? <Messages messageType={messageType} /> : <SignedOut />}</Page>
}

function Messages({ messageType }: Props) {
  const [category, setCategory] = useState(messageTabOf(messageType))
  const list = useMessages(category)
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const unread = useUnreadCount()
  const tabs = MESSAGE_TABS.map((tab) => (tab.key === 'all' ? { ...tab, count: unread.data } : tab))
  const skeleton = useSkeleton(isPending)
  usePullOf(list, messagesOfType.outcome)
  useNextPageAtBottom(list)
  return (
    <>
      <View className={styles.tabs}>
        <Tabs label="消息类别" items={tabs} value={category} onChange={setCategory} />
        <RefreshBar on={isFetching && !isPending && !isFetchingNextPage} />
      </View>
      {skeleton ? (
        <MessagesSkeleton />
      ) : !data ? (
        cause && <ErrorBlock title="消息没有取到" cause={cause} onRetry={list.refetch} busy={isFetching} />
      ) : data.length === 0 ? (
        <NoMessages isAll={category === 'all'} name={MESSAGE_TABS.find(({ key }) => key === category)?.text ?? ''} />
      ) : (
        <>
          <MessageList rows={data} />
          <ListEnd list={list} />
        </>
      )}
    </>
  )
}

function MessageList({ rows }: { rows: readonly ShownMessage[] }) {
  const now = useMinute()
  const { deletedIds, remove, undo } = useDelayedDelete()
  return (
    <View {...semantics({ role: 'list', label: '消息' })}>
      <CardStack>
        {rows.map((message) => (
          <View key={message.id} {...semantics({ role: 'listitem' })}>
            {deletedIds.includes(message.id) ? (
              <DeletedRow title={message.title} onUndo={() => undo(message.id)} />
            ) : (
              <MessageCard message={message} now={now} onDelete={() => remove(message.id)} />
            )}
          </View>
        ))}
      </CardStack>
    </View>
  )
}

function NoMessages({ isAll, name }: { isAll: boolean; name: string }) {
  return <Empty title={isAll ? '没有消息，安心打球' : `没有${name}`} />
}
