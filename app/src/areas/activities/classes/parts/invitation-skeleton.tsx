import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { Ticket } from '../../../../ui/ticket'
import type { ClassInvitation } from './invitation-info'
import styles from './invitation-skeleton.module.scss'
import { ticketOf } from './invitation-ticket'
import { statusTag } from './my-class'

/**
 * Shows the class from a list while its page is loading. `boxes` adds the skeleton of the rest once loading takes long.
 */
export function KnownInvitation({ invitation, boxes }: { invitation: ClassInvitation; boxes: boolean }) {
  const now = useMinute()
  const { text, kind } = statusTag(invitation, now)
  return (
    <View className={styles.body}>
      <Ticket
        {...ticketOf(invitation, now)}
        tag={<Tag kind={kind}>{text}</Tag>}
        rows={[{ name: '教练', value: invitation.coachName }]}
      />
      {boxes && <Below />}
    </View>
  )
}

/** The skeleton of the booking view: ticket, progress, participants. */
export function InvitationSkeleton() {
  return (
    <View className={styles.body}>
      {/* The ticket lies over the green head. Its background must not pulse with its boxes. */}
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
      <Below />
    </View>
  )
}

function Below() {
  return (
    <>
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
    </>
  )
}

const STEPS = [0, 1, 2, 3, 4] as const
const PEOPLE = [0, 1] as const
