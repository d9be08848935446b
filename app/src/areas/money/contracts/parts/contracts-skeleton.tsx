import { View } from '@tarojs/components'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import styles from './contracts-skeleton.module.scss'
import { LedgerSkeleton } from './ledger-skeleton'

/** The skeleton of contracts and statement. */
export function ContractsSkeleton() {
  return (
    <View className={styles.body}>
      <SkeletonGroup>
        <Skeleton height={159} radius={16} />
      </SkeletonGroup>
      <View className={styles.card}>
        <LedgerSkeleton />
      </View>
    </View>
  )
}
