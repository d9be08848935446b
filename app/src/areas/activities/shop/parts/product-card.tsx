import type { ProductSummary } from '@paidang/api/areas/shop'
import { View } from '@tarojs/components'
import { productPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card } from '../../../../ui/card'
import styles from './product-card.module.scss'
import { ProductPicture } from './product-picture'
import { ProductPrice } from './product-price'
import { productLabel, salesText } from './shop-labels'

/** A product of the list: picture, name, price, and sales. */
export function ProductCard({ product }: { product: ProductSummary }) {
  const { id, name, picture, sales, stock } = product
  const isSoldOut = stock === 0
  return (
    <Card flush className={styles.card} label={productLabel(product)} onPress={() => goTo(productPath(id))}>
      <View className={styles.picture}>
        <ProductPicture src={picture} size="square" faded={isSoldOut} />
        {isSoldOut && <View className={styles.soldOut}>暂时缺货</View>}
      </View>
      <View className={styles.words}>
        <View className={styles.name}>{name}</View>
        <View className={styles.foot}>
          <ProductPrice product={product} quiet={isSoldOut} />
          <View className={styles.sales}>{sales > 0 && `已售 ${salesText(sales)}`}</View>
        </View>
      </View>
    </Card>
  )
}
