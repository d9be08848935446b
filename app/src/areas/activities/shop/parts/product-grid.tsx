import type { ProductSummary } from '@paidang/api/areas/shop'
import { View } from '@tarojs/components'
import { Card } from '../../../../ui/card'
import { semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Windowed } from '../../../../ui/windowed'
import { ProductCard } from './product-card'
import styles from './product-grid.module.scss'

/** Products side by side: two on a phone, four on a desktop. */
export function ProductGrid({ products }: { products: readonly ProductSummary[] }) {
  return (
    <View className={styles.list} {...semantics({ role: 'list', label: '商品' })}>
      <Windowed className={styles.grid}>
        {products.map((product) => (
          <View key={product.id} className={styles.place} {...semantics({ role: 'listitem' })}>
            <ProductCard product={product} />
          </View>
        ))}
      </Windowed>
    </View>
  )
}

/** The skeleton of the first products. */
export function ProductGridSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.list}>
        <View className={styles.grid}>
          {Array.from({ length: 6 }, (_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: grey boxes are alike.
            <Card key={at} flush>
              <Skeleton height={166} radius={0} />
              <View className={styles.coming}>
                <Skeleton width={130} />
                <Skeleton width={70} height={20} />
                <Skeleton width={50} height={12} />
              </View>
            </Card>
          ))}
        </View>
      </View>
    </SkeletonGroup>
  )
}
