import type { BallSummary } from '@paidang/api/areas/activities/balls'
import type { Order } from '@paidang/api/areas/money/payments'
import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import { BALL_GROUPS, type BallGroup } from '@paidang/domain/areas/activities/balls/ball-status'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ballDetailPath, bookingBallPath, cashierPath } from '../../../paths'
import { BALLS_KEY, ORDERS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { useUnpaidOrders } from '../../money/payments/order-data'
import { BallCard, BallCardSkeletons } from './ball-card'
import { useOwnBalls } from './ball-data'
import styles from './my-balls-view.module.scss'
import { minutesUntil } from './parts/ball-labels'

const KEYS = [BALLS_KEY, ORDERS_KEY]

/** 我的球局: the games that the caller arranged, plays in or waits for, by status. `group` names the first tab. */
export function MyBallsView({ group }: { group?: string | undefined }) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="我的球局">{isLoggedIn ? <OwnBalls asked={group} /> : <SignedOut />}</Page>
}

function OwnBalls({ asked }: { asked: string | undefined }) {
  const [group, setGroup] = useState<BallGroup>(groupOf(asked))
  useFreshOnShow(KEYS)
  return (
    <>
      <View className={styles.tabs}>
        <Tabs label="球局状态" items={MY_BALL_TABS} value={group} onChange={setGroup} />
      </View>
      <BallsOf key={group} group={group} />
    </>
  )
}

function BallsOf({ group }: { group: BallGroup }) {
  const list = useOwnBalls({ group })
  const { data: orders } = useUnpaidOrders()
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, outcomes.listBallRecords)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <BallCardSkeletons count={4} />
  if (!data) {
    if (!cause) return null
    return <ErrorBlock title="球局记录没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} />
  }
  if (data.rows.length === 0) return <NoBalls group={group} />
  return (
    <View>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <CardStack list="我的球局" className={styles.list}>
        {data.rows.map((ball) => (
          <Row key={ball.id} ball={ball} orders={orders ?? []} />
        ))}
      </CardStack>
      <ListEnd list={list} of="约球" />
    </View>
  )
}

/** One game, and below it the payment that it waits for, with the minutes left. */
function Row({ ball, orders }: { ball: BallSummary; orders: readonly Order[] }) {
  const now = useMinute()
  const order = orderOfBall(ball, orders, now)
  return (
    <View {...semantics({ role: 'listitem' })}>
      <BallCard ball={ball} onPress={() => goTo(ballDetailPath(ball.id))} />
      {order && (
        <View className="mt-8">
          <Notice
            tone="wait"
            icon="clock"
            tail={
              <Button size="s" label={`去支付 ${ball.title}`} onPress={() => goTo(cashierPath(order.id))}>
                去支付
              </Button>
            }
          >
            {payLine(order, now)}
          </Notice>
        </View>
      )}
    </View>
  )
}

function NoBalls({ group }: { group: BallGroup }) {
  const action = { text: '去约球', onPress: () => goTo(bookingBallPath()) }
  if (group === 'all') return <Empty title="还没有球局" line="报名或发起一场，就会出现在这里" action={action} />
  const name = MY_BALL_TABS.find(({ key }) => key === group)?.text
  return <Empty title={`没有${name}的球局`} action={action} />
}

/** The tabs of 我的球局, in their order. Source: specification §4 "Lists" */
const MY_BALL_TABS: readonly { key: BallGroup; text: string }[] = [
  { key: '1', text: '进行中' },
  { key: '2', text: '已完成' },
  { key: '3', text: '已取消' },
  { key: 'all', text: '全部' },
]

/** Returns the group that an address names; the active games where it names none. */
export function groupOf(asked: string | undefined): BallGroup {
  return asked !== undefined && asked in BALL_GROUPS ? (asked as BallGroup) : '1'
}

/** Returns the order of this game that the caller can still pay, the latest first. */
export function orderOfBall({ id }: Pick<BallSummary, 'id'>, orders: readonly Order[], now: Date): Order | undefined {
  return orders.find(
    ({ object, state, expiresAt }) =>
      object.kind === 'ball' && object.id === id && state === 'UNPAID' && new Date(expiresAt).getTime() > now.getTime(),
  )
}

/** Returns the payment that a game waits for: 待支付 ¥48，还剩 12 分钟. */
export function payLine({ amountFen, expiresAt }: Pick<Order, 'amountFen' | 'expiresAt'>, now: Date): string {
  return `待支付 ¥${yuanOf(amountFen)}，还剩 ${minutesUntil(expiresAt, now)} 分钟`
}
