import { getProduct, type Product } from '@paidang/api/areas/activities/shop'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MIN_QUANTITY } from '@paidang/domain/areas/activities/shop/cart'
import { DAYS_TO_RETURN } from '@paidang/domain/areas/activities/shop/order-status'
import { Text, View } from '@tarojs/components'
import Taro, { usePullDownRefresh, useShareAppMessage, useShareTimeline } from '@tarojs/taro'
import { useState } from 'react'
import { checkoutPath, productsPath } from '../../../paths'
import { backTo, goTo, goToLogin } from '../../../platform/navigate'
import { pictureAddress } from '../../../platform/picture-address'
import { useUserId } from '../../../platform/session'
import { shareLink } from '../../../platform/share'
import { failureText, showFailed, showToast } from '../../../platform/toast'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardHead, CardStack } from '../../../ui/card'
import { slideAfter } from '../../../ui/carousel-index'
import { CarouselTrack } from '../../../ui/carousel-track'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { PictureViewer } from '../../../ui/picture-viewer'
import { Price } from '../../../ui/price'
import { pressable, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Stepper } from '../../../ui/stepper'
import { Tag } from '../../../ui/tag'
import { useAddToCart } from './cart-data'
import { CartButton } from './parts/cart-button'
import { limitText, mostOf } from './parts/cart-lines'
import { ProductPicture, ProductPrice, productShareCard, salesText, stockText, useProduct } from './parts/product'
import styles from './product-view.module.scss'

/** 商品详情: one product, open to everybody. */
export function ProductView({ id = '' }: { id?: string | undefined }) {
  const { data, error, isPending, isFetching, refetch } = useProduct(id)
  const waits = id !== '' && isPending
  const skeleton = useSkeleton(waits)
  usePullDownRefresh(async () => {
    const { isError, error: failure } = await refetch()
    if (isError) showFailed(getProduct.outcome, failure)
    Taro.stopPullDownRefresh()
  })
  useShareAppMessage(() => productShareCard(data))
  useShareTimeline(() => ({ title: productShareCard(data).title, query: data ? `id=${data.id}` : '' }))
  const isGone = isNoProduct(error)
  return (
    <Page title="商品详情">
      {skeleton ? (
        <ProductSkeleton />
      ) : data && !isGone ? (
        <ProductBody key={data.id} product={data} />
      ) : waits ? null : !error || isGone ? (
        <Empty
          title="商品已下架"
          line="看看商城里的其他商品"
          action={{ text: '去逛逛', onPress: () => backTo(productsPath()) }}
        />
      ) : (
        <ErrorBlock
          title="商品没有取到"
          cause={failureText(getProduct.outcome, error)}
          onRetry={refetch}
          busy={isFetching}
        />
      )}
    </Page>
  )
}

/** Whether the product does not exist, or no longer exists. */
function isNoProduct(error: Error | null): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400)
}

function ProductSkeleton() {
  return (
    <SkeletonGroup>
      <Skeleton height={375} radius={0} />
      <CardStack>
        <Skeleton height={148} radius={16} />
        <Skeleton height={96} radius={16} />
        <Skeleton height={160} radius={16} />
      </CardStack>
    </SkeletonGroup>
  )
}

/** The purpose of the quantity. */
type Purpose = 'cart' | 'buy'

const ACTION_TEXTS: Record<Purpose, string> = { cart: '加入购物车', buy: '去结算' }

/** A product in full, and the two ways to buy it. */
function ProductBody({ product }: { product: Product }) {
  const { id, name, subtitle, description, pictures, priceFen, stock, sales, isPublished } = product
  const isLoggedIn = useUserId() !== null
  const [purpose, setPurpose] = useState<Purpose>('cart')
  const [isOpen, setOpen] = useState(false)
  const add = useAddToCart()
  const sharing = useShareProduct(product)
  const canBuy = isPublished && stock > 0
  const lacks = canBuy ? undefined : isPublished ? '暂时缺货，看看其他商品' : '已下架，看看其他商品'

  const ask = (input: Purpose) => {
    setPurpose(input)
    setOpen(true)
  }
  const confirm = (quantity: number) => {
    // The sheet stays open, and is there again after the log-in.
    if (!isLoggedIn) {
      goToLogin()
      return
    }
    if (purpose === 'buy') {
      setOpen(false)
      goTo(checkoutPath({ productId: id, quantity }))
      return
    }
    add.act(
      { productId: id, quantity, priceFen },
      {
        onDone() {
          setOpen(false)
          showToast('已加入购物车', { tone: 'done' })
        },
      },
    )
  }
  return (
    <>
      <ProductPictures name={name} pictures={pictures} />
      <CardStack className={styles.stack}>
        <Card>
          <View className={classNames(styles.top, 'beside-12')}>
            <ProductPrice product={product} size="l" quiet={!canBuy} />
            <Button
              kind="plain"
              size="s"
              icon="share"
              share
              busy={sharing.isBusy}
              label="分享商品"
              onPress={sharing.hand}
            >
              分享
            </Button>
          </View>
          <View className="mt-8 t-title-2 breaks" {...semantics({ role: 'heading', level: 2 })}>
            {name}
          </View>
          {subtitle !== '' && <View className="mt-4 t-sub muted">{subtitle}</View>}
          <View className="row-0 mt-12 t-sub muted">
            {canBuy ? (
              <Facts>
                <Text>{stockText(stock)}</Text>
                {sales > 0 && <Text>{`已售 ${salesText(sales)}`}</Text>}
              </Facts>
            ) : (
              <Tag kind="mute">{isPublished ? '暂时缺货' : '已下架'}</Tag>
            )}
          </View>
        </Card>
        <Card>
          <CardHead title="售后" />
          <View className="t-sub muted">发货前可以自己取消，全额退款</View>
          <View className="t-sub muted">{`收货后 ${DAYS_TO_RETURN} 天内可以申请退款`}</View>
        </Card>
        {description !== '' && (
          <Card>
            <CardHead title="商品介绍" />
            <View className={classNames(styles.description, 't-body breaks')}>{description}</View>
          </Card>
        )}
      </CardStack>
      <ActionBar
        actions={
          <>
            <CartButton />
            <Button kind="ghost" full lacks={lacks} onPress={() => ask('cart')}>
              加入购物车
            </Button>
            <Button full lacks={lacks} onPress={() => ask('buy')}>
              {canBuy ? '立即购买' : isPublished ? '暂时缺货' : '已下架'}
            </Button>
          </>
        }
      />
      <BuySheet
        product={product}
        open={isOpen}
        actionText={ACTION_TEXTS[purpose]}
        busy={add.isPending}
        onClose={() => setOpen(false)}
        onConfirm={confirm}
      />
    </>
  )
}

/** The pictures of a product, one at a time; a press enlarges. */
function ProductPictures({ name, pictures }: { name: string; pictures: readonly string[] }) {
  const [index, setIndex] = useState(0)
  const [viewed, setViewed] = useState<number>()
  const count = pictures.length
  const shown = Math.min(index, Math.max(0, count - 1))
  if (count === 0) {
    return (
      <View className={styles.frame}>
        <View className={styles.track}>
          <ProductPicture src={null} size="cover" />
        </View>
      </View>
    )
  }
  return (
    <View className={styles.frame} {...semantics({ role: 'group', label: '商品图片', roleDescription: '轮播' })}>
      <View className={styles.track}>
        <CarouselTrack
          index={shown}
          onIndex={setIndex}
          slides={pictures.map((picture, at) => ({
            key: picture,
            content: (
              <View
                className={styles.slide}
                {...pressable({
                  label: `看大图，第 ${at + 1} 张，共 ${count} 张`,
                  tabIndex: at === shown ? 0 : -1,
                  onPress: () => setViewed(at),
                })}
              >
                <ProductPicture src={picture} size="cover" whole />
              </View>
            ),
          }))}
        />
      </View>
      {count > 1 && (
        <View
          className={styles.place}
          {...pressable({
            label: `第 ${shown + 1} 张，共 ${count} 张，看下一张`,
            onPress: () => setIndex(slideAfter(shown, count)),
          })}
        >
          {`${shown + 1} / ${count}`}
        </View>
      )}
      <PictureViewer
        pictures={pictures.map((picture) => ({ address: pictureAddress(picture), label: name }))}
        at={viewed}
        onChange={setViewed}
      />
    </View>
  )
}

type BuyProps = {
  product: Product
  open: boolean
  /** The text of the button: 加入购物车, 去结算. */
  actionText: string
  busy: boolean
  onClose: () => void
  onConfirm: (quantity: number) => void
}

/** Chooses the quantity of a product: never more than the stock. */
function BuySheet({ product, open, actionText, busy, onClose, onConfirm }: BuyProps) {
  const [chosen, setChosen] = useState(MIN_QUANTITY)
  const { name, picture, priceFen, stock } = product
  const most = mostOf(product)
  const quantity = Math.min(chosen, most)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="选择数量"
      foot={
        <View className={styles.foot}>
          <View className="baseline-8">
            <View className="keep t-sub muted">合计</View>
            <Price amountFen={priceFen * quantity} size="l" />
          </View>
          <Button busy={busy} lacks={stock === 0 ? '暂时缺货' : undefined} onPress={() => onConfirm(quantity)}>
            {actionText}
          </Button>
        </View>
      }
    >
      <View className={classNames(styles.product, 'beside-12')}>
        <ProductPicture src={picture} size={80} />
        <View className="col-4 grow">
          <View className={styles.buyName}>{name}</View>
          <ProductPrice product={product} />
          <View className="t-caption muted">{stockText(stock)}</View>
        </View>
      </View>
      <View className={classNames(styles.quantity, 'between t-body')}>
        <View>数量</View>
        <Stepper
          value={quantity}
          min={MIN_QUANTITY}
          max={most}
          unit="件"
          label="数量"
          limitLine={quantity === most ? limitText(stock) : undefined}
          onChange={setChosen}
        />
      </View>
    </Sheet>
  )
}

/** Shares a product: by the device's share list, else by copying its link. */
function useShareProduct(product: Product) {
  const [isBusy, setIsBusy] = useState(false)
  const hand = async () => {
    setIsBusy(true)
    try {
      const end = await shareLink(productShareCard(product))
      if (end === 'copied') showToast('链接已复制，发给球友即可', { tone: 'done' })
    } catch {
      showToast('没有复制成功，请重试', { tone: 'failed' })
    } finally {
      setIsBusy(false)
    }
  }
  return { hand, isBusy }
}
