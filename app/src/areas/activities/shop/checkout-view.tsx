import { getCart } from '@paidang/api/areas/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { productsPath } from '../../../paths'
import { backTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { CardStack } from '../../../ui/card'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { CheckoutBody } from './parts/checkout-body'
import { type Checkout, useCartCheckout, useProductCheckout } from './parts/use-checkout'

type Props = {
  /** The product to buy; without it, the ticked lines of the cart. */
  productId?: string | undefined
  quantity?: string | undefined
}

/** 确认订单: address, lines and total. */
export function CheckoutView({ productId, quantity }: Props) {
  const isLoggedIn = useUserId() !== null
  return (
    <Page title="确认订单">
      {!isLoggedIn ? (
        <SignedOut />
      ) : productId === undefined ? (
        <CartCheckout />
      ) : (
        <ProductCheckout productId={productId} quantity={quantity} />
      )}
    </Page>
  )
}

function CartCheckout() {
  return <CheckoutPane checkout={useCartCheckout()} />
}

function ProductCheckout({ productId, quantity }: { productId: string; quantity: string | undefined }) {
  return <CheckoutPane checkout={useProductCheckout(productId, quantity)} />
}

function CheckoutPane({ checkout }: { checkout: Checkout }) {
  const { lines, error, isFetching, refetch } = checkout
  const skeleton = useSkeleton(lines === undefined && !error)
  if (skeleton) return <CheckoutSkeleton />
  if (lines) return <CheckoutBody checkout={checkout} lines={lines} />
  if (!error) return null
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return <Empty title="商品已下架" action={{ text: '去逛逛', onPress: () => backTo(productsPath()) }} />
  }
  return (
    <ErrorBlock
      title="订单没有准备好"
      cause={failureText(getCart.outcome, error)}
      onRetry={refetch}
      busy={isFetching}
    />
  )
}

function CheckoutSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Skeleton height={68} radius={16} />
        <Skeleton height={180} radius={16} />
        <Skeleton height={112} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}
