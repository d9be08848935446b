import type { Product } from '@paidang/api/areas/shop'
import { MIN_QUANTITY } from '@paidang/domain/areas/shop/cart'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { Button } from '../../../../ui/button'
import { Price } from '../../../../ui/price'
import { Sheet } from '../../../../ui/sheet'
import { Stepper } from '../../../../ui/stepper'
import styles from './buy-sheet.module.scss'
import { limitText, mostOf } from './cart-labels'
import { ProductPicture } from './product-picture'
import { ProductPrice } from './product-price'
import { stockText } from './shop-labels'

type Props = {
  product: Product
  open: boolean
  /** The text of the button: 加入购物车, 去结算. */
  actionText: string
  busy: boolean
  onClose: () => void
  onConfirm: (quantity: number) => void
}

/** Chooses the quantity of a product: never more than the stock. */
export function BuySheet({ product, open, actionText, busy, onClose, onConfirm }: Props) {
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
          <View className={styles.sum}>
            <View className={styles.sumWord}>合计</View>
            <Price amountFen={priceFen * quantity} size="l" />
          </View>
          <Button busy={busy} lacks={stock === 0 ? '暂时缺货' : undefined} onPress={() => onConfirm(quantity)}>
            {actionText}
          </Button>
        </View>
      }
    >
      <View className={styles.product}>
        <ProductPicture src={picture} size={80} />
        <View className={styles.words}>
          <View className={styles.name}>{name}</View>
          <ProductPrice product={product} />
          <View className={styles.stock}>{stockText(stock)}</View>
        </View>
      </View>
      <View className={styles.quantity}>
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
