import type { Product } from '@paidang/api/areas/shop'
import { DAYS_TO_RETURN } from '@paidang/domain/areas/shop/order-status'
import { Text, View } from '@tarojs/components'
import { useState } from 'react'
import { checkoutPath } from '../../../../paths'
import { goTo, goToLogin } from '../../../../platform/navigate'
import { useUserId } from '../../../../platform/session'
import { showToast } from '../../../../platform/toast'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, CardStack } from '../../../../ui/card'
import { Facts } from '../../../../ui/dot'
import { semantics } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { useAddToCart } from '../cart-data'
import { BuySheet } from './buy-sheet'
import { CartButton } from './cart-button'
import styles from './product-body.module.scss'
import { ProductPictures } from './product-pictures'
import { ProductPrice } from './product-price'
import { salesText, stockText } from './shop-labels'
import { useShareProduct } from './use-share-product'

/** The purpose of the quantity. */
type Purpose = 'cart' | 'buy'

const ACTION_TEXTS: Record<Purpose, string> = { cart: '加入购物车', buy: '去结算' }

/** A product in full, and the two ways to buy it. */
export function ProductBody({ product }: { product: Product }) {
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
          <View className={styles.top}>
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
          <View className={styles.name} {...semantics({ role: 'heading', level: 2 })}>
            {name}
          </View>
          {subtitle !== '' && <View className={styles.subtitle}>{subtitle}</View>}
          <View className={styles.facts}>
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
          <View className={styles.rule}>发货前可以自己取消，全额退款</View>
          <View className={styles.rule}>{`收货后 ${DAYS_TO_RETURN} 天内可以申请退款`}</View>
        </Card>
        {description !== '' && (
          <Card>
            <CardHead title="商品介绍" />
            <View className={styles.description}>{description}</View>
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
