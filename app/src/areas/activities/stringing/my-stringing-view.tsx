import {
  STRINGING_TABS,
  type StringingOrderSummary,
  type StringingTab,
  stringingOrdersOfUser,
} from '@paidang/api/areas/activities/stringing-orders'
import { notices } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { cashierPath, threadingOrderPath, threadingPath, threadingResultPath } from '../../../paths'
import { STRINGING_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Card, CardControls, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { Price } from '../../../ui/price'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { Tag } from '../../../ui/tag'
import { momentText } from '../../../ui/time-format'
import styles from './my-stringing-view.module.scss'
import { RacketDrawing } from './parts/racket-drawing'
import { nextStep, stringingTag } from './parts/racket-labels'
import { bedText } from './parts/stringing-labels'
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

/** One order in a list: racket, strings, where, when, cost, and what happens next. */
function StringingOrderCard({ order }: { order: StringingOrderSummary }) {
  const { id, racketName, merchantName, totalFen, status, paymentOrderId, responseTime } = order
  const tag = stringingTag(order)
  const now = useMinute()
  const isUnpaid = status === 'SUBMITTED'
  const isPaid = status === 'PAID'
  return (
    <Card
      holdsControls={isUnpaid || isPaid}
      label={`${racketName}，${tag.text}，${merchantName}，${bedText(order)}`}
      onPress={() => goTo(threadingOrderPath(id))}
    >
      <View className={styles.top}>
        <RacketDrawing />
        <View className="words">
          <View className={styles.head}>
            <View className="t-headline breaks">{racketName}</View>
            <Tag kind={tag.kind}>{tag.text}</Tag>
          </View>
          <View className="t-sub muted">{bedText(order)}</View>
          <View className="t-sub muted">
            <Facts>
              {merchantName}
              {momentText(new Date(responseTime), now)}
            </Facts>
          </View>
        </View>
      </View>
      <View className={classNames(styles.foot, 'wrap-8-12 mt-12 pt-10 t-caption muted')}>
        <View className={styles.next}>{nextStep(order)}</View>
        <View className="row-12 keep">
          <Price amountFen={totalFen} tone={isUnpaid ? 'due' : 'ink'} />
          {isUnpaid && (
            <CardControls>
              <Button size="s" label={`去支付 ${racketName}`} onPress={() => goTo(cashierPath(paymentOrderId))}>
                去支付
              </Button>
            </CardControls>
          )}
          {isPaid && (
            <CardControls>
              <Button
                kind="ghost"
                size="s"
                label={`送拍步骤 ${racketName}`}
                onPress={() => goTo(threadingResultPath(id))}
              >
                送拍步骤
              </Button>
            </CardControls>
          )}
        </View>
      </View>
    </Card>
  )
}

const NAMES: Record<StringingTab, string> = {
  all: '全部',
  unpaid: '待付款',
  running: '进行中',
  ready: '待取拍',
  completed: '已完成',
  cancelled: '已取消',
}

/** The tabs of 我的穿线, in their order. */
const STRINGING_TAB_NAMES = STRINGING_TABS.map((key) => ({ key, text: NAMES[key] }))

/** Returns the tab that an address asks for; 全部 when it names none. */
function tabOf(text: string | undefined): StringingTab {
  return STRINGING_TABS.find((tab) => tab === text) ?? 'all'
}
