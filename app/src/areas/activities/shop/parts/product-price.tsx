import type { Product } from '@paidang/api/areas/shop'
import { isPromoted } from '@paidang/domain/areas/shop/product'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { Price } from '../../../../ui/price'
import { Tag } from '../../../../ui/tag'
import styles from './product-price.module.scss'

type Props = {
  product: Pick<Product, 'priceFen' | 'originalFen'>
  size?: 'm' | 'l'
  /** Unavailable: the price is for information. */
  quiet?: boolean
}

/** The price of a product; on promotion also the usual price, struck out. */
export function ProductPrice({ product, size = 'm', quiet }: Props) {
  const { priceFen, originalFen } = product
  return (
    <View className={styles.line}>
      <Price amountFen={priceFen} size={size} tone={quiet ? 'ink' : 'due'} />
      {isPromoted(product) && originalFen !== null && (
        <>
          <View className={styles.before}>{`¥${yuanOf(originalFen)}`}</View>
          <Tag kind="wait" icon={null}>
            促销
          </Tag>
        </>
      )}
    </View>
  )
}
