import { View } from '@tarojs/components'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './booking-skeleton.module.scss'

const DATES = [0, 1, 2, 3, 4, 5, 6]
const CELLS = Array.from({ length: 40 }, (_, at) => at)

/** The skeleton of the screen, while coaches are fetched for the first time. */
export function BookingSkeleton() {
  return (
    <View className={styles.skeleton}>
      <SkeletonGroup>
        <View className={styles.picks}>
          <PickBox />
          <PickBox />
        </View>
        <View className={styles.contract}>
          <Skeleton width={20} height={20} />
          <View className={styles.lines}>
            <Skeleton width={140} height={14} />
            <Skeleton width={190} height={10} />
          </View>
          <Skeleton width={44} height={24} />
        </View>
        <View className={styles.panel}>
          <View className={styles.dates}>
            {DATES.map((date) => (
              <Skeleton key={date} width={48} height={56} radius={12} />
            ))}
          </View>
          <View className={styles.tools}>
            <Skeleton width={120} height={14} />
            <Skeleton width={96} height={22} />
          </View>
          <View className={styles.grid}>
            {CELLS.map((cell) => (
              <View key={cell} className={styles.cell}>
                <Skeleton height={42} radius={4} />
              </View>
            ))}
          </View>
        </View>
      </SkeletonGroup>
    </View>
  )
}

function PickBox() {
  return (
    <View className={styles.pick}>
      <Skeleton width={40} height={40} radius="round" />
      <View className={styles.lines}>
        <Skeleton width={40} height={10} />
        <Skeleton width={72} height={14} />
      </View>
    </View>
  )
}
