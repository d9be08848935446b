import { View } from '@tarojs/components'
import { Card, CardStack } from '../../../../ui/card'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './ball-card-skeletons.module.scss'

/** Skeleton cards, as many as there will be cards. */
export function BallCardSkeletons({ count }: { count: number }) {
  return (
    <SkeletonGroup>
      <CardStack>
        {Array.from({ length: count }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: skeleton cards are identical.
          <Card key={at}>
            <View className={styles.top}>
              <Skeleton width={72} height={72} radius={12} />
              <View className={styles.words}>
                <Skeleton width={150} height={18} />
                <Skeleton width={180} />
                <Skeleton width={140} />
              </View>
            </View>
            <View className={styles.foot}>
              <Skeleton width={110} height={28} radius={14} />
              <Skeleton width={120} height={20} radius={4} />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
