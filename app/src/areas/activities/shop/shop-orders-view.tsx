import { listShopOrders, type ShopOrderSummary, type ShopTab } from '@paidang/api/areas/activities/shop-orders'
import type { Order } from '@paidang/api/areas/money/payments'
import { notices } from '@paidang/api/catalogue/outcomes'
import { maySucceed } from '@paidang/domain/areas/activities/shop/order-status'
import { dayOf, formatDotDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { cashierPath, productsPath, shopOrderPath } from '../../../paths'
import { SHOP_ORDERS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Card, CardControls, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { Tag } from '../../../ui/tag'
import { useFeature } from '../../ground/features/features-data'
import { useUnpaidOrders } from '../../money/payments/order-data'
import { minutesToPay, ORDER_TABS, orderTabOf, orderTag } from './parts/order-labels'
import { ProductPicture } from './parts/product'
import { useReceiveShopOrder, useShopOrders } from './shop-order-data'
import styles from './shop-orders-view.module.scss'

const KEYS = [SHOP_ORDERS_KEY]

/** 我的订单: what waits for its payment, and the caller's orders in the shop, by status; `tab` is the initial tab. */
export function ShopOrdersView({ tab }: { tab?: string | undefined }) {
  const isLoggedIn = useUserId() !== null
  return <Page title="我的订单">{isLoggedIn ? <OwnOrders asked={tab} /> : <SignedOut />}</Page>
}

function OwnOrders({ asked }: { asked: string | undefined }) {
  const [tab, setTab] = useState<ShopTab>(orderTabOf(asked))
  useFreshOnShow(KEYS)
  return (
    <>
      <View className={styles.tabs}>
        <Tabs label="订单状态" items={ORDER_TABS} value={tab} onChange={setTab} />
      </View>
      <OrdersOf key={tab} tab={tab} />
    </>
  )
}

function OrdersOf({ tab }: { tab: ShopTab }) {
  const list = useShopOrders(tab)
  const { data, cause, isPending, isFetching, isFetchingNextPage } = list
  const elsewhere = useUnpaidElsewhere(tab)
  const skeleton = useSkeleton(isPending)
  usePullOf(list, listShopOrders.outcome)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <OrdersSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="订单没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} /> : null
  }
  if (data.rows.length === 0 && elsewhere.length === 0) return <NoOrders tab={tab} />
  return (
    <View className={styles.rows}>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <CardStack list="我的订单">
        {elsewhere.map((order) => (
          <View key={`unpaid-${order.id}`} {...semantics({ role: 'listitem' })}>
            <UnpaidCard order={order} />
          </View>
        ))}
        {data.rows.map((order) => (
          <View key={order.id} {...semantics({ role: 'listitem' })}>
            <OrderCard order={order} />
          </View>
        ))}
      </CardStack>
      <ListEnd list={list} of="订单" />
    </View>
  )
}

/** What waits for its payment and is no order of the shop: lessons, hours, games, strings. Nothing else leads back to all of it. */
function useUnpaidElsewhere(tab: ShopTab): readonly Order[] {
  const now = useMinute()
  const { data } = useUnpaidOrders()
  if (tab !== 'all' && tab !== 'unpaid') return []
  return data?.filter((order) => order.kind !== 'SHOP' && minutesToPay(order, now) > 0) ?? []
}

function UnpaidCard({ order }: { order: Order }) {
  const { id, title, amountFen } = order
  const minutes = minutesToPay(order, useMinute())
  return (
    <Card flush>
      <Cell
        title={title}
        note={`待付款 ¥${yuanOf(amountFen)}，还剩 ${minutes} 分钟`}
        onPress={() => goTo(cashierPath(id))}
      />
    </Card>
  )
}

function NoOrders({ tab }: { tab: ShopTab }) {
  const action = useFeature('shop') && { action: { text: '去逛逛', onPress: () => goTo(productsPath()) } }
  if (tab === 'all') return <Empty title="还没有订单" line="买过的商品会出现在这里" {...action} />
  const name = ORDER_TABS.find(({ key }) => key === tab)?.text
  return <Empty title={`没有${name}的订单`} {...action} />
}

function OrdersSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {Array.from({ length: 4 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes are alike.
          <Card key={at}>
            <Skeleton height={120} radius={12} />
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}

/** At most this many pictures side by side leave room for the name. */
const MAX_PICTURES = 3

/** A shop order of the list: products, total, status, and next step. */
function OrderCard({ order }: { order: ShopOrderSummary }) {
  const { id, status, items, totalFen, createTime, paymentOrderId } = order
  const now = useMinute()
  const receive = useReceiveShopOrder(id)
  const tag = orderTag(order)
  const minutes = minutesToPay(order, now)
  const units = items.reduce((sum, { quantity }) => sum + quantity, 0)
  const [only] = items
  const title = only && items.length === 1 ? only.name : `${only?.name ?? ''}等 ${items.length} 种商品`
  const isPayable = status === 'UNPAID' && minutes > 0
  const isReceivable = maySucceed('receive', status)
  return (
    <Card
      holdsControls={isPayable || isReceivable}
      label={`${title}，${tag.text}，¥${yuanOf(totalFen)}`}
      onPress={() => goTo(shopOrderPath(id))}
    >
      <View className={classNames(styles.head, 'wrap-12')}>
        <View className={styles.date}>{formatDotDay(dayOf(new Date(createTime)))}</View>
        <Tag kind={tag.kind}>{tag.text}</Tag>
      </View>
      <View className={styles.goods}>
        {items.slice(0, MAX_PICTURES).map(({ productId, picture }) => (
          <ProductPicture key={productId} src={picture} size={56} />
        ))}
        <View className={classNames(styles.name, 'words')}>{title}</View>
      </View>
      <View className={classNames(styles.foot, 'wrap-8')}>
        <View className={classNames(styles.sum, 't-sub muted')}>
          {`共 ${units} 件`}
          <View className={styles.total}>{`¥${yuanOf(totalFen)}`}</View>
        </View>
        {isPayable && (
          <CardControls className={styles.action}>
            <View className="t-caption wait">{`还剩 ${minutes} 分钟`}</View>
            <Button size="s" label={`去支付 ${title}`} onPress={() => goTo(cashierPath(paymentOrderId))}>
              去支付
            </Button>
          </CardControls>
        )}
        {isReceivable && (
          <CardControls>
            <Button kind="ghost" size="s" busy={receive.isPending} label={`确认收货 ${title}`} onPress={receive.ask}>
              确认收货
            </Button>
          </CardControls>
        )}
      </View>
    </Card>
  )
}
