import { type Cart, type CartItem, getCart } from '@paidang/api/areas/activities/shop'
import { errors } from '@paidang/api/catalogue/errors'
import { MIN_QUANTITY } from '@paidang/domain/areas/activities/shop/cart'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useState } from 'react'
import { checkoutPath, productPath, productsPath } from '../../../paths'
import { SHOP_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { backTo, fromHere, goTo } from '../../../platform/navigate'
import { NetworkError } from '../../../platform/network-error'
import { useUserId } from '../../../platform/session'
import { failureText, showFailed, showToast } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Checkbox } from '../../../ui/checkbox'
import { classNames } from '../../../ui/class-names'
import { confirm } from '../../../ui/confirm'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { Price } from '../../../ui/price'
import { pressable, semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Stepper } from '../../../ui/stepper'
import { Tag } from '../../../ui/tag'
import { useCart, useLatestCart, useQuantities, useRemoveItems, useSelectItems } from './cart-data'
import styles from './cart-view.module.scss'
import { blockedOf, isAvailable, limitText, mostOf, stateText } from './parts/cart-lines'
import { ProductPicture } from './parts/product'

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

type RowProps = {
  item: CartItem
  /** The number on screen; it may not have reached the server yet. */
  quantity: number
  /** Why the number was not saved. */
  failure: string | undefined
  isSelecting: boolean
  isRemoving: boolean
  onQuantity: (quantity: number) => void
  onRetry: () => void
  onSelect: (isSelected: boolean) => void
  onRemove: () => void
}

/** A line of the cart: product, tick, quantity, and present state. */
function CartRow(props: RowProps) {
  const { item, quantity, failure, isSelecting, isRemoving, onQuantity, onRetry, onSelect, onRemove } = props
  const { productId, name, subtitle, picture, priceFen, seenPriceFen, stock, isSelected, state } = item
  const canHave = isAvailable(item)
  const words = stateText(item)
  const most = mostOf(item)
  const open = pressable({ role: 'link', label: name, onPress: () => goTo(productPath(productId)) })
  return (
    <Card className={styles.row}>
      <View className={classNames(styles.tick, 'centre keep')}>
        <Checkbox
          checked={isSelected && canHave}
          disabled={!canHave}
          busy={isSelecting}
          label={`选择 ${name}`}
          onChange={onSelect}
        />
      </View>
      <View className="grow">
        <View className={styles.top}>
          <View className={classNames(styles.product, 'grow')} {...(state === 'REMOVED' ? {} : open)}>
            <ProductPicture src={picture} size={80} faded={!canHave} />
            <View className="grow">
              <View className={classNames(styles.name, !canHave && 'faint')}>{name}</View>
              {subtitle !== '' && canHave && <View className="mt-2 t-caption muted one-line">{subtitle}</View>}
              {/* A shortage is shown below, next to its action. */}
              {words && state !== 'SHORT' && (
                <View className="mt-4">
                  <Tag kind={words.kind} icon={null}>
                    {words.text}
                  </Tag>
                </View>
              )}
            </View>
          </View>
          {canHave ? (
            <View
              className={classNames(styles.remove, 'centre keep faint')}
              {...pressable({ label: `移出 ${name}`, busy: isRemoving, onPress: onRemove })}
            >
              <Icon name="close" size={16} />
            </View>
          ) : (
            <Button kind="plain" size="s" busy={isRemoving} label={`移除 ${name}`} onPress={onRemove}>
              移除
            </Button>
          )}
        </View>
        {canHave && (
          <View className={classNames(styles.foot, 'wrap-8 mt-8')}>
            <View className={styles.prices}>
              <Price amountFen={priceFen} />
              {state === 'PRICE_CHANGED' && <View className={styles.before}>{`¥${yuanOf(seenPriceFen)}`}</View>}
            </View>
            <Stepper
              value={quantity}
              min={MIN_QUANTITY}
              max={Math.max(most, quantity)}
              unit="件"
              label={`${name}的数量`}
              limitLine={quantity === most ? limitText(stock) : undefined}
              onChange={onQuantity}
            />
          </View>
        )}
        {state === 'SHORT' && quantity > most && (
          <View className={styles.help}>
            <View>{words?.text}</View>
            <Button kind="plain" size="s" label={`${name}改为 ${most} 件`} onPress={() => onQuantity(most)}>
              {`改为 ${most} 件`}
            </Button>
          </View>
        )}
        {failure !== undefined && (
          <View className={styles.failed}>
            <View>{`数量没有保存，${failure}`}</View>
            <Button kind="plain" size="s" label={`重新保存 ${name}的数量`} onPress={onRetry}>
              重试
            </Button>
          </View>
        )}
      </View>
    </Card>
  )
}

const NOTHING_TICKED = '先勾选要买的商品'
const NOTHING_TO_BUY = '这些商品现在都买不了'

/** Ticks all or nothing, shows the total of the ticked lines, and orders them. */
function CartBar({ cart: { items, totalFen, units }, actions }: { cart: Cart; actions: CartActions }) {
  const available = items.filter(isAvailable)
  const isAll = available.length > 0 && available.every(({ isSelected }) => isSelected)
  const { quantities, isLeaving } = actions
  const [shakes, setShakes] = useState(0)
  // A quantity that is still being saved may make an unavailable line orderable.
  const canOrder = units > 0 || quantities.isUnsettled
  return (
    <ActionBar
      actions={
        <Button
          busy={isLeaving}
          lacks={canOrder ? undefined : available.length > 0 ? NOTHING_TICKED : NOTHING_TO_BUY}
          onLacking={() => setShakes(shakes + 1)}
          onPress={actions.checkOut}
        >
          {units > 0 ? `去结算 (${units})` : '去结算'}
        </Button>
      }
    >
      <View className={styles.left}>
        <Checkbox
          checked={isAll}
          disabled={available.length === 0}
          shakes={shakes}
          onChange={(isSelected) =>
            actions.select(
              available.map(({ productId }) => productId),
              isSelected,
            )
          }
        >
          全选
        </Checkbox>
        {shakes > 0 && !canOrder && (
          <View className={classNames(styles.lacks, 't-caption bad')} {...semantics({ role: 'alert' })}>
            {available.length > 0 ? NOTHING_TICKED : NOTHING_TO_BUY}
          </View>
        )}
        <View className={classNames(styles.total, quantities.isUnsettled && styles.stale)}>
          合计
          <Price amountFen={totalFen} size="m" />
        </View>
      </View>
    </ActionBar>
  )
}

type CartActions = ReturnType<typeof useCartActions>

/** The actions on the lines of the cart, each with the lines that it is running for. */
function useCartActions() {
  const latestCart = useLatestCart()
  const quantities = useQuantities()
  const selecting = useSelectItems()
  const removing = useRemoveItems()
  const [isLeaving, setLeaving] = useState(false)

  const select = (productIds: string[], isSelected: boolean) => selecting.act({ productIds, isSelected })
  const remove = async (item: CartItem) => {
    const { productId, name } = item
    // Removing an unavailable line needs no question.
    const isSure =
      !isAvailable(item) || (await confirm({ title: '移出购物车？', line: name, confirmText: '移出', danger: true }))
    if (!isSure) return
    quantities.drop(productId)
    removing.act([productId], { onDone: () => showToast('已移出购物车', { tone: 'done' }) })
  }
  /** Opens the checkout once every quantity is saved; lines that cannot be ordered stay behind. */
  const checkOut = async () => {
    if (isLeaving) return
    setLeaving(true)
    const goOn = fromHere()
    try {
      if (await isReady()) await goOn(() => goTo(checkoutPath()))
    } finally {
      setLeaving(false)
    }
  }
  const isReady = async (): Promise<boolean> => {
    const failure = await quantities.settle()
    // The message of a refusal, such as a new price, stays on screen.
    if (failure instanceof NetworkError) showToast('数量没有保存，请重试', { tone: 'failed' })
    if (failure) return false
    const { items = [], units = 0 } = latestCart() ?? {}
    if (units === 0) {
      showToast(errors.cart_nothing_selected.message, { tone: 'failed' })
      return false
    }
    const productIds = blockedOf(items).map(({ productId }) => productId)
    if (productIds.length === 0) return true
    // The failure was shown where it happened.
    return selecting.act({ productIds, isSelected: false })
  }
  return {
    quantities,
    select,
    remove,
    checkOut,
    isLeaving,
    isSelecting: (productId: string) =>
      selecting.isPending && (selecting.wish?.productIds.includes(productId) ?? false),
    isRemoving: (productId: string) => removing.isPending && (removing.wish?.includes(productId) ?? false),
  }
}
