import { View } from '@tarojs/components'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import styles from './invitation-skeleton.module.scss'

/** The boxes of the booking view before it is there: ticket, progress, participants. */
export function InvitationSkeleton() {
  return (
    <View className={styles.body}>
      {/* The ticket lies over the green head: its ground must not pulse with its boxes. */}
      <View className={styles.ticket}>
        <SkeletonGroup>
          <View className={styles.boxes}>
            <Skeleton width={150} height={20} />
            <Skeleton width={220} />
            <View className={styles.line}>
              <Skeleton width={80} height={30} />
              <Skeleton width={80} height={30} />
            </View>
            <Skeleton height={12} />
            <Skeleton height={12} />
          </View>
        </SkeletonGroup>
      </View>
      <View className={styles.card}>
        <Skeleton width={60} height={20} />
        <View className={styles.line}>
          {STEPS.map((step) => (
            <Skeleton key={step} width={24} height={24} radius="round" />
          ))}
        </View>
      </View>
      <View className={styles.card}>
        <Skeleton width={80} height={20} />
        {PEOPLE.map((person) => (
          <View key={person} className={styles.person}>
            <Skeleton width={40} height={40} radius="round" />
            <Skeleton width={140} />
          </View>
        ))}
      </View>
    </View>
  )
}

const STEPS = [0, 1, 2, 3, 4] as const
const PEOPLE = [0, 1] as const
