import { View } from '@tarojs/components'
import { Card, CardStack } from '../../../../ui/card'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './venues-skeleton.module.scss'

const CARDS = [0, 1, 2, 3] as const

/** The skeleton of the venues. */
export function VenuesSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {CARDS.map((card) => (
          <Card key={card} className={styles.card}>
            <Skeleton width={48} height={48} radius={8} />
            <View className={styles.words}>
              <Skeleton width={160} height={20} />
              <Skeleton />
              <Skeleton width={120} height={32} radius={8} />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
