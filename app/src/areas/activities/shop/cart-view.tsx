import type { Cart } from '@paidang/api/areas/shop'
import { getCart } from '@paidang/api/areas/shop'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { productsPath } from '../../../paths'
import { SHOP_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { backTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed } from '../../../platform/toast'
import { Card, CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useCart } from './cart-data'
import { CartBar } from './parts/cart-bar'
import { CartRow } from './parts/cart-row'
import { useCartActions } from './parts/use-cart-actions'

const KEYS = [SHOP_KEY]

/** 购物车: its lines in their present state, and the choice of what to order. */
export function CartView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="购物车">{isLoggedIn ? <OwnCart /> : <SignedOut />}</Page>
}

function OwnCart() {
  const { data: cart, error, isPending, isFetching, refetch } = useCart()
  const skeleton = useSkeleton(isPending)
  useFreshOnShow(KEYS)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(getCart.outcome, failure)
    Taro.stopPullDownRefresh()
  })
  if (skeleton) return <CartSkeleton />
  if (cart) return <CartBody cart={cart} />
  if (!error) return null
  return (
    <ErrorBlock
      title="购物车没有取到"
      cause={failureText(getCart.outcome, error)}
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

function CartBody({ cart }: { cart: Cart }) {
  const { items } = cart
  const actions = useCartActions()
  const { quantities } = actions
  if (items.length === 0) {
    return (
      <Empty
        title="购物车还是空的"
        line="挑好的商品会放在这里"
        action={{ text: '去逛逛', onPress: () => backTo(productsPath()) }}
      />
    )
  }
  return (
    <>
      <CardStack list="购物车">
        {items.map((item) => (
          <View key={item.productId} {...semantics({ role: 'listitem' })}>
            <CartRow
              item={item}
              quantity={quantities.quantityOf(item)}
              failure={quantities.failureOf(item.productId)}
              isSelecting={actions.isSelecting(item.productId)}
              isRemoving={actions.isRemoving(item.productId)}
              onQuantity={(quantity) => quantities.change(item, quantity)}
              onRetry={() => quantities.retry(item)}
              onSelect={(isSelected) => actions.select([item.productId], isSelected)}
              onRemove={() => actions.remove(item)}
            />
          </View>
        ))}
      </CardStack>
      <CartBar cart={cart} actions={actions} />
    </>
  )
}

function CartSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {Array.from({ length: 3 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes are alike.
          <Card key={at}>
            <Skeleton height={108} radius={12} />
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
