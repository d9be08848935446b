import { getShopOrder } from '@paidang/api/areas/shop-orders'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { shopOrdersPath } from '../../../paths'
import { SHOP_ORDERS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { OrderBody } from './parts/order-body'
import { useShopOrder } from './shop-order-data'

const KEYS = [SHOP_ORDERS_KEY]

/** 订单详情: one shop order of the caller. */
export function ShopOrderView({ id = '' }: { id?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  return <Page title="订单详情">{isLoggedIn ? <OwnOrder id={id} /> : <SignedOut />}</Page>
}

function OwnOrder({ id }: { id: string }) {
  const { data: order, error, isPending, isFetching, refetch } = useShopOrder(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  useFreshOnShow(KEYS)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(getShopOrder.outcome, failure)
    Taro.stopPullDownRefresh()
  })
  if (skeleton) return <OrderSkeleton />
  if (order) return <OrderBody key={order.id} order={order} refetch={refetch} />
  if (waits) return null
  // Without a number there is no order either.
  if (!error || (error instanceof ApiError && (error.status === 404 || error.status === 400))) {
    return (
      <Empty
        title={errors.shop_order_not_found.message}
        line="它可能属于另一个账号，或者链接不完整"
        action={{ text: '我的订单', onPress: () => replaceWith(shopOrdersPath()) }}
      />
    )
  }
  return (
    <ErrorBlock
      title="订单没有取到"
      cause={failureText(getShopOrder.outcome, error)}
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

function OrderSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={96} radius={16} />
        <Skeleton height={190} radius={16} />
        <Skeleton height={76} radius={16} />
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
