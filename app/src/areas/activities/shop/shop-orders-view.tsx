import type { ShopTab } from '@paidang/api/areas/shop-orders'
import { listShopOrders } from '@paidang/api/areas/shop-orders'
import { notices } from '@paidang/api/catalogue/outcomes'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { productsPath } from '../../../paths'
import { SHOP_ORDERS_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { Card, CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tabs } from '../../../ui/tabs'
import { useFeature } from '../../ground/features/features-data'
import { OrderCard } from './parts/order-card'
import { ORDER_TABS, orderTabOf } from './parts/order-labels'
import { useShopOrders } from './shop-order-data'
import styles from './shop-orders-view.module.scss'

const KEYS = [SHOP_ORDERS_KEY]

/** 我的订单: the caller's orders in the shop, by status; `tab` is the initial tab. */
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
  const skeleton = useSkeleton(isPending)
  usePullOf(list, listShopOrders.outcome)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <OrdersSkeleton />
  if (!data) {
    return cause ? <ErrorBlock title="订单没有取到" cause={cause} busy={isFetching} onRetry={list.refetch} /> : null
  }
  if (data.rows.length === 0) return <NoOrders tab={tab} />
  return (
    <View className={styles.rows}>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <CardStack list="我的订单">
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
