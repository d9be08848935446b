import { View } from '@tarojs/components'
import { Card, CardStack } from '../../../../ui/card'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './ball-skeleton.module.scss'

const FACES = ['first', 'second', 'third', 'fourth']

/** The skeleton of a game. */
export function BallSkeleton() {
  return (
    <SkeletonGroup>
      <CardStack>
        <Card>
          <View className={styles.lines}>
            <Skeleton width={190} height={24} />
            <Skeleton width={240} height={20} />
            <Skeleton width={210} />
            <Skeleton width={180} />
          </View>
        </Card>
        <Card>
          <View className={styles.faces}>
            {FACES.map((face) => (
              <Skeleton key={face} width={52} height={52} radius="round" />
            ))}
          </View>
        </Card>
        <Card>
          <View className={styles.lines}>
            <Skeleton width={80} height={18} />
            <Skeleton height={8} />
          </View>
        </Card>
      </CardStack>
    </SkeletonGroup>
  )
}
