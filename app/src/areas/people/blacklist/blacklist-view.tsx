import { type BlacklistEntry, listBlacklist } from '@paidang/api/areas/ground/blacklist'
import { errors } from '@paidang/api/catalogue/errors'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useState } from 'react'
import { userCardPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showFailed } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { momentText } from '../../../ui/time-format'
import { BLACKLIST_EFFECTS, useBlacklist, useClearBlacklist, useRemoveFromBlacklist } from './blacklist-data'
import styles from './blacklist-view.module.scss'

/** 黑名单: whom the caller blocked, and how to unblock them. */
export function BlacklistView() {
  const isLoggedIn = useUserId() !== null
  return (
    <Page title="黑名单">{isLoggedIn ? <Entries /> : <SignedOut title={errors.user_not_logged_in.message} />}</Page>
  )
}

function Entries() {
  const { data, cause, isPending, isFetching, refetch } = useBlacklist()
  const showsSkeleton = useSkeleton(isPending)
  usePullDownRefresh(async () => {
    const { error } = await refetch()
    if (error) showFailed(listBlacklist.outcome, error)
    Taro.stopPullDownRefresh()
  })
  if (showsSkeleton) return <ListSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="黑名单没有取到" cause={cause} onRetry={refetch} busy={isFetching} /> : null
  }
  if (data.length === 0) {
    return <Empty title="黑名单是空的" line="在球员名片的更多操作里可以拉黑，之后彼此看不到对方" />
  }
  return (
    <>
      <RefreshBar on={isFetching} />
      <CardStack>
        <Card flush>
          <View {...semantics({ role: 'list', label: '黑名单' })}>
            {data.map((entry) => (
              <View key={entry.id} className={styles.item} {...semantics({ role: 'listitem' })}>
                <EntryCell entry={entry} />
              </View>
            ))}
          </View>
        </Card>
        <View className={classNames(styles.note, 't-caption muted')}>{BLACKLIST_EFFECTS}</View>
        <ClearAll count={data.length} />
      </CardStack>
    </>
  )
}

function EntryCell({ entry: { id, user, createTime } }: { entry: BlacklistEntry }) {
  const remove = useRemoveFromBlacklist()
  // The row takes a moment to leave. This prevents a second removal.
  const [isGone, setIsGone] = useState(false)
  const now = useMinute()
  return (
    <View className={styles.entry}>
      <View className="grow">
        <Cell
          lead={<Avatar id={user.id} src={user.avatar} size={44} />}
          title={user.nickname}
          note={`${momentText(new Date(createTime), now)} 加入`}
          onPress={() => goTo(userCardPath({ id: user.id }))}
        />
      </View>
      <Button
        kind="ghost"
        size="s"
        busy={remove.isPending || isGone}
        label={`移出${user.nickname}`}
        onPress={() => remove.act(id, { onDone: () => setIsGone(true) })}
      >
        移出
      </Button>
    </View>
  )
}

function ClearAll({ count }: { count: number }) {
  const clear = useClearBlacklist()
  const ask = async () => {
    const isSure = await confirm({
      title: '清空黑名单？',
      line: `移出全部 ${count} 人，之后彼此又能看到对方`,
      confirmText: '清空',
      danger: true,
    })
    if (isSure) clear.act(undefined)
  }
  return (
    <Card flush>
      <Cell title="清空黑名单" danger plain disabled={clear.isPending} onPress={ask} />
    </Card>
  )
}

function ListSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={192} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
