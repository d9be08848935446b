import { View } from '@tarojs/components'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './ledger-skeleton.module.scss'

const ROWS = [0, 1, 2, 3] as const

/** The skeleton of the statement. */
export function LedgerSkeleton() {
  return (
    <SkeletonGroup>
      {ROWS.map((row) => (
        <View key={row} className={styles.row}>
          <Skeleton width={32} height={32} radius={10} />
          <View className={styles.words}>
            <Skeleton width={150} />
            <Skeleton width={100} height={12} />
          </View>
          <Skeleton width={40} />
        </View>
      ))}
    </SkeletonGroup>
  )
}
