import { type StringingTab, stringingOrdersOfUser } from '@paidang/api/areas/stringing-orders'
import { notices } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { threadingPath } from '../../../paths'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import styles from './parts/my-stringing.module.scss'
import { STRINGING_TAB_NAMES, tabOf } from './parts/my-stringing-labels'
import { StringingOrderCard } from './parts/stringing-order-card'
import { useOwnStringing } from './stringing-orders-data'

const KEYS = [STRINGING_KEY]

/** 我的穿线: the caller's stringing orders by status. `tab` names the first tab. */
export function MyStringingView({ tab }: { tab?: string | undefined }) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="我的穿线">{isLoggedIn ? <OwnOrders asked={tab} /> : <SignedOut />}</Page>
}

function OwnOrders({ asked }: { asked: string | undefined }) {
  const [tab, setTab] = useState<StringingTab>(tabOf(asked))
  useFreshOnShow(KEYS)
  return (
    <>
      <View className={styles.tabs}>
        <Tabs label="订单状态" items={STRINGING_TAB_NAMES} value={tab} onChange={setTab} />
      </View>
      <OrdersOf key={tab} tab={tab} />
    </>
  )
}

function OrdersOf({ tab }: { tab: StringingTab }) {
  const list = useOwnStringing(tab)
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, stringingOrdersOfUser.outcome)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <OrderSkeletons />
  if (!data) {
    if (!cause) return null
    return <ErrorBlock title="穿线记录没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
  }
  if (data.rows.length === 0) return <NoOrders tab={tab} />
  return (
    <View>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <CardStack list="我的穿线" className={styles.list}>
        {data.rows.map((order) => (
          <View key={order.id} {...semantics({ role: 'listitem' })}>
            <StringingOrderCard order={order} />
          </View>
        ))}
      </CardStack>
      <ListEnd list={list} of="穿线" />
    </View>
  )
}

function NoOrders({ tab }: { tab: StringingTab }) {
  const action = { text: '去穿线', onPress: () => goTo(threadingPath()) }
  if (tab === 'all') return <Empty title="还没有穿线记录" line="下一单，就会出现在这里" action={action} />
  const name = STRINGING_TAB_NAMES.find(({ key }) => key === tab)?.text
  return <Empty title={`没有${name}的订单`} action={action} />
}

function OrderSkeletons() {
  return (
    <SkeletonGroup>
      <CardStack className={styles.list}>
        {[0, 1, 2, 3].map((at) => (
          <Skeleton key={at} height={132} radius={16} />
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
