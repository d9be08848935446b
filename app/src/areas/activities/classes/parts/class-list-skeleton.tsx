import { View } from '@tarojs/components'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './class-list-skeleton.module.scss'

const CARDS = [0, 1, 2, 3] as const

/** The skeleton of the list. */
export function ClassListSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.list}>
        {CARDS.map((card) => (
          <View key={card} className={styles.card}>
            <View className={styles.line}>
              <Skeleton width={140} height={20} />
              <Skeleton width={56} height={20} />
            </View>
            <Skeleton width={200} />
            <Skeleton width={160} />
            <View className={styles.person}>
              <Skeleton width={28} height={28} radius="round" />
              <Skeleton width={90} />
            </View>
          </View>
        ))}
      </View>
    </SkeletonGroup>
  )
}
