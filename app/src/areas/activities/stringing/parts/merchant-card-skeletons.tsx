import { View } from '@tarojs/components'
import { Card, CardStack } from '../../../../ui/card'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './merchant-card-skeletons.module.scss'

/** Skeleton cards, as many as there will be cards. */
export function MerchantCardSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      <CardStack>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards are identical.
          <Card key={at}>
            <View className={styles.top}>
              <Skeleton width={64} height={64} radius={12} />
              <View className={styles.words}>
                <Skeleton width={140} height={18} />
                <Skeleton width={180} />
                <Skeleton width={120} height={20} radius={4} />
              </View>
            </View>
            <View className={styles.foot}>
              <Skeleton width={150} />
              <Skeleton width={80} height={20} />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
