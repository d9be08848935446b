import { getCart } from '@paidang/api/areas/activities/shop'
import { ApiError, errors } from '@paidang/api/catalogue/errors'
import { SHOP_MINUTES_TO_PAY } from '@paidang/domain/areas/activities/shop/order-status'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import Taro from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { addrsPath, cartPath, cashierPath, productsPath } from '../../../paths'
import { backTo, goTo, replaceWith } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { failureText } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Field } from '../../../ui/field'
import { Icon } from '../../../ui/icon'
import { KeyValues } from '../../../ui/key-values'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useConsent } from '../../ground/messages/consent'
import { DeliveryAddressCell, useDeliveryAddress } from '../../people/addresses/delivery-address'
import { useCart, useChangeQuantity, useSelectItems } from './cart-data'
import styles from './checkout-view.module.scss'
import {
  type CheckoutLine,
  isAvailable,
  linesOfCart,
  linesOfProduct,
  pricesOf,
  quantityOf,
  shortLines,
  shortText,
  sumOf,
} from './parts/cart-lines'
import { LineRow } from './parts/line-row'
import { useProduct } from './parts/product'
import { useCreateShopOrder } from './shop-order-data'

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

const MAX_NOTE = 100

/** The order before it is placed, with address and total. It is placed once, however often the button is pressed. */
function CheckoutBody({ checkout, lines: current }: { checkout: Checkout; lines: readonly CheckoutLine[] }) {
  const { address, isPending: awaitsAddress } = useDeliveryAddress()
  const [note, setNote] = useState('')
  // Ordered lines leave the cart. Until the cashier opens, the page stays as it was.
  const [held, setHeld] = useState<readonly CheckoutLine[]>()
  const [isAdjusted, setAdjusted] = useState(false)
  const ordering = useCreateShopOrder()
  const askConsent = useConsent('order')
  const lines = held ?? current
  const short = shortLines(lines)
  const { totalFen, units } = sumOf(lines)

  if (lines.length === 0) {
    return (
      <Empty
        title="没有要结算的商品"
        line={errors.cart_nothing_selected.message}
        action={{ text: '购物车', onPress: () => backTo(cartPath()) }}
      />
    )
  }
  const order = () => {
    if (!address) return
    setHeld(lines)
    setAdjusted(false)
    askConsent()
    ordering.act(
      {
        addressId: address.id,
        note: note.trim() || undefined,
        totalFen,
        prices: pricesOf(lines),
        items: checkout.items,
      },
      {
        onDone: ({ paymentOrderId }) => replaceWith(cashierPath(paymentOrderId)),
        onRefused: () => setHeld(undefined),
      },
    )
  }
  const { adjust } = checkout
  const adjustLines = () => {
    // The adjusted order is a new request: the key of the refused one must not be reused.
    ordering.forget()
    setAdjusted(true)
    adjust?.()
  }
  const news = isAdjusted ? '已按库存调整，请确认新的合计' : held === undefined ? ordering.refusal : undefined
  const hindrance =
    short.length > 0
      ? errors.shop_stock_short.message
      : !address && !awaitsAddress
        ? errors.address_missing.message
        : undefined
  return (
    <>
      <CardStack className={styles.stack}>
        {short.length > 0 ? (
          <ShortCard lines={short} busy={checkout.isAdjusting} onAdjust={adjust && adjustLines} />
        ) : (
          news !== undefined && (
            <Notice tone="wait" icon="info">
              {news}
            </Notice>
          )
        )}
        <Card flush>
          <DeliveryAddressCell />
        </Card>
        <Card>
          <CardHead title="商品" tail={`共 ${units} 件`} />
          {lines.map((line) => (
            <LineRow key={line.productId} line={line} />
          ))}
        </Card>
        <Card>
          <Field label="备注" placeholder="选填，想对商家说的话" value={note} maxLength={MAX_NOTE} onInput={setNote} />
          <KeyValues
            rows={[
              { name: '商品合计', value: `¥${yuanOf(totalFen)}` },
              { name: '运费', value: '免运费' },
            ]}
          />
        </Card>
        <View className={classNames(styles.rule, 't-caption muted')}>
          {`提交后请在 ${SHOP_MINUTES_TO_PAY} 分钟内付款，超时自动取消。发货前可以自己取消，全额退款`}
        </View>
      </CardStack>
      <ActionBar
        actions={
          <Button
            busy={held !== undefined}
            disabled={awaitsAddress}
            lacks={hindrance}
            // A shortage is resolved in the card at the top.
            onLacking={() => (short.length > 0 ? Taro.pageScrollTo({ scrollTop: 0 }) : goTo(addrsPath('1')))}
            reason={hindrance}
            onPress={order}
          >
            提交订单
          </Button>
        }
      >
        <Price amountFen={totalFen} size="l" />
        <View>{`共 ${units} 件`}</View>
      </ActionBar>
    </>
  )
}

type ShortCardProps = {
  lines: readonly CheckoutLine[]
  busy: boolean
  /** Undefined if nothing is left to continue with. */
  onAdjust: (() => void) | undefined
}

/** The lines with a shortage, the stock left, and one press that continues with that. */
function ShortCard({ lines, busy, onAdjust }: ShortCardProps) {
  return (
    <Card className="col-12">
      <View {...semantics({ role: 'alert' })}>
        <View className="row-6 t-headline bad">
          <Icon name="warning" size={18} />
          {errors.shop_stock_short.message}
        </View>
        {lines.map((line) => (
          <View key={line.productId} className={classNames(styles.line, 'mt-8 t-sub')}>
            <View className="shrinks one-line">{line.name}</View>
            <View className="keep bad">{shortText(line)}</View>
          </View>
        ))}
      </View>
      {onAdjust ? (
        <Button size="m" busy={busy} onPress={onAdjust}>
          调整并继续
        </Button>
      ) : (
        <Button size="m" onPress={() => backTo(productsPath())}>
          去逛逛
        </Button>
      )}
    </Card>
  )
}

/** What is to be ordered, from the cart or as one product, and how a shortage can be resolved. */
type Checkout = {
  /** Undefined while unknown. */
  lines: CheckoutLine[] | undefined
  error: Error | null
  isFetching: boolean
  refetch: () => unknown
  /** Reduces quantities to the stock, and leaves out unavailable lines. Undefined if nothing would be left. */
  adjust: (() => void) | undefined
  isAdjusting: boolean
  /** The lines for the call; undefined for the cart, whose lines the server knows. */
  items: { productId: string; quantity: number }[] | undefined
}

/** The ticked lines of the cart. */
function useCartCheckout(): Checkout {
  const { data, error, isFetching, refetch } = useCart()
  const change = useChangeQuantity()
  const select = useSelectItems()
  const lines = data && linesOfCart(data)
  const adjust = () => {
    const short = shortLines(lines ?? [])
    for (const { productId, stock, priceFen } of short.filter(isAvailable)) {
      change.act({ productId, quantity: stock, priceFen })
    }
    const gone = short.filter((line) => !isAvailable(line)).map(({ productId }) => productId)
    if (gone.length > 0) select.act({ productIds: gone, isSelected: false })
  }
  return {
    lines,
    error,
    isFetching,
    refetch,
    adjust,
    isAdjusting: change.isPending || select.isPending,
    items: undefined,
  }
}

/** This quantity of one product. */
function useProductCheckout(productId: string, asked: string | undefined): Checkout {
  const { data: product, error, isFetching, refetch } = useProduct(productId)
  const [quantity, setQuantity] = useState(() => quantityOf(asked))
  const [seenPriceFen, setSeenPriceFen] = useState<Fen>()
  const priceFen = product?.priceFen
  useEffect(() => {
    // The first price on this page is the one that the user saw.
    setSeenPriceFen((seen) => seen ?? priceFen)
  }, [priceFen])
  const isGone = error instanceof ApiError && error.status === 404
  const lines = product && linesOfProduct(product, { quantity, seenPriceFen: seenPriceFen ?? product.priceFen, isGone })
  return {
    lines,
    error,
    isFetching,
    refetch,
    adjust: product && !isGone && product.stock > 0 ? () => setQuantity(Math.min(quantity, product.stock)) : undefined,
    isAdjusting: false,
    items: [{ productId, quantity }],
  }
}
