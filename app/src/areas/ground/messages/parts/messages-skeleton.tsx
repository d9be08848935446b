import { View } from '@tarojs/components'
import { Card, CardStack } from '../../../../ui/card'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './messages-skeleton.module.scss'

const CARDS = [0, 1, 2, 3, 4] as const

/** The skeleton of the messages. */
export function MessagesSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        {CARDS.map((card) => (
          <Card key={card} className={styles.card}>
            <Skeleton width={40} height={40} radius="round" />
            <View className={styles.words}>
              <Skeleton width={150} height={18} />
              <Skeleton />
            </View>
          </Card>
        ))}
      </CardStack>
    </SkeletonGroup>
  )
}
