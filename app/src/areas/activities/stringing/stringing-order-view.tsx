import { ApiError } from '@paidang/api/catalogue/errors'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { back } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import styles from './parts/order.module.scss'
import { OrderBody } from './parts/order-body'
import { useStringingOrder } from './stringing-orders-data'

/** 穿线订单: the progress of one order of the caller, its content and cost, and the possible actions. */
export function StringingOrderView({ id = '' }: { id?: string | undefined }) {
  // The validity of the token does not matter here: the next call refreshes it.
  const isLoggedIn = useUserId() !== null
  return <Page title="穿线订单">{isLoggedIn ? <OwnOrder id={id} /> : <SignedOut />}</Page>
}

function OwnOrder({ id }: { id: string }) {
  const { data: order, error, isPending, isFetching, refetch } = useStringingOrder(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(outcomes.readDetail, failure)
    Taro.stopPullDownRefresh()
  })
  if (skeleton) return <OrderSkeleton />
  if (order) return <OrderBody key={order.id} order={order} />
  if (waits) return null
  return <OrderFailure error={error} busy={isFetching} onRetry={refetch} />
}

type FailureProps = { error: Error | null; busy: boolean; onRetry: () => unknown }

/** Replaces an order that could not be shown: it does not exist for this reader, or reading failed. */
export function OrderFailure({ error, busy, onRetry }: FailureProps) {
  const status = error instanceof ApiError ? error.status : undefined
  // Without an id there is no request and no error. It is shown like an order that does not exist.
  if (!error || status === 404 || status === 400) {
    return <Empty title="订单不存在" line="请到我的穿线里查看你的订单" action={{ text: '返回', onPress: back }} />
  }
  return (
    <ErrorBlock title="订单没有取到" cause={failureText(outcomes.readDetail, error)} onRetry={onRetry} busy={busy} />
  )
}

/** The skeleton of an order. */
export function OrderSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack className={styles.stack}>
        <Skeleton height={128} radius={16} />
        <Skeleton height={300} radius={16} />
        <Skeleton height={72} radius={16} />
        <Skeleton height={104} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
