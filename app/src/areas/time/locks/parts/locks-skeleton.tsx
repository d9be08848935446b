import { View } from '@tarojs/components'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './locks-skeleton.module.scss'

const DAYS = [0, 1, 2, 3, 4, 5] as const

/** The skeleton of venue, dates and grid. */
export function LocksSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.boxes}>
        <View className={styles.line}>
          <Skeleton width={40} height={40} radius={8} />
          <Skeleton width={160} height={20} />
        </View>
        <View className={styles.line}>
          {DAYS.map((day) => (
            <Skeleton key={day} width={48} height={56} radius={12} />
          ))}
        </View>
        <Skeleton height={360} radius={12} />
      </View>
    </SkeletonGroup>
  )
}
