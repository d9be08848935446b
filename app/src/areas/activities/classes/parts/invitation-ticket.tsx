import { effectiveStatus, isLive } from '@paidang/domain/areas/activities/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { MINUTES_PER_HALF_HOUR, timeOf } from '@paidang/domain/kernel/half-hour'
import { Text, View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { Tag } from '../../../../ui/tag'
import { Ticket } from '../../../../ui/ticket'
import { dayText } from '../../../../ui/time-format'
import styles from '../invitation-view.module.scss'
import { cancellationRule } from './cancel-dialogs'
import {
  type ClassInvitation,
  consumedHours,
  heldTogether,
  type InvitationInfo,
  isPaidByOther,
  lostHours,
  statusTag,
} from './invitation-info'

/** The class itself: what, where, when, which hours it consumes and until when it can be cancelled free. */
export function InvitationTicket({ info }: { info: InvitationInfo }) {
  const now = useMinute()
  const { invitation } = info
  const { text, kind } = statusTag(invitation, now)
  const rule = cancellationRule(info, now)
  const rows = [{ name: '课时', value: <Hours info={info} now={now} /> }]
  if (rule) rows.push({ name: '取消规则', value: <View>{rule}</View> })
  return <Ticket {...ticketOf(invitation, now)} tag={<Tag kind={kind}>{text}</Tag>} rows={rows} />
}

/** Returns the part of the ticket that every list knows: which class, where and when. */
function ticketOf(invitation: ClassInvitation, now: Date) {
  const { courseDesignName, beginTimeSlot, endTimeSlot } = invitation
  return {
    overlapsHero: true,
    title: courseDesignName,
    place: <Facts>{placeFacts({ invitation }, now)}</Facts>,
    begin: timeOf(beginTimeSlot),
    end: timeOf(endTimeSlot),
    minutes: (endTimeSlot - beginTimeSlot) * MINUTES_PER_HALF_HOUR,
  }
}

function Hours({ info, now }: { info: InvitationInfo; now: Date }) {
  const { invitation, reqUser } = info
  const { consumedSessions, needContract } = invitation
  const status = effectiveStatus(invitation, now)
  // In a class that its coach made, each player pays for their own seat.
  const each = invitation.initiatorRole === 'coach' ? '每人' : ''
  if (invitation.trialId !== null) return <Text>{`体验课 ¥${yuanOf(invitation.courseDesignPrice)}，不用课时`}</Text>
  if (isPaidByOther(info)) return <Text>由发起人的合同支付</Text>
  if (status === 'COMPLETED') {
    const consumed = consumedHours(info)
    if (!consumed) return <Amount verb={`${each}消课`} hours={consumedSessions} />
    if (consumed.hours > 0) return <Amount verb="消课" hours={consumed.hours} />
    return consumed.backHours > 0 ? (
      <Amount verb="已退回" hours={consumed.backHours} />
    ) : (
      <Text>{info.policy ? '不扣课时，已退回' : '请假，已退回'}</Text>
    )
  }
  if (!isLive(status)) {
    const lost = lostHours(info)
    if (lost === undefined) return <Amount verb={`原${each}消耗`} hours={consumedSessions} />
    return lost > 0 ? <Amount verb="已扣" hours={lost} /> : <Text>没有扣课时</Text>
  }
  const held = heldTogether(info)
  const contract = reqUser.contract
    ? `${reqUser.contract.companyName}合同余 ${lessonHoursText(reqUser.contract.availableSessions)}`
    : ''
  return (
    <Facts>
      {held > 0 ? <Amount verb="预占" hours={held} /> : <Amount verb={`${each}消耗`} hours={consumedSessions} />}
      {needContract ? '待缔约' : contract}
    </Facts>
  )
}

function Amount({ verb, hours }: { verb: string; hours: number }) {
  return (
    <Text>
      {verb} <Text className={styles.hours}>{lessonHoursText(hours)}</Text>
    </Text>
  )
}

/** Returns the class's day and place for the line below its name. */
function placeFacts({ invitation }: Pick<InvitationInfo, 'invitation'>, now: Date): string[] {
  return [dayText(invitation.courseDate, now), `${invitation.stadiumName} ${invitation.courtName}`]
}

/**
 * Shows the class from a list while its page is loading. `boxes` adds the skeleton of the rest once loading takes long.
 */
export function KnownInvitation({ invitation, boxes }: { invitation: ClassInvitation; boxes: boolean }) {
  const now = useMinute()
  const { text, kind } = statusTag(invitation, now)
  return (
    <View className={classNames(styles.ticketBody, 'col-12')}>
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
    <View className={classNames(styles.ticketBody, 'col-12')}>
      {/* The ticket lies over the green head. Its background must not pulse with its boxes. */}
      <View className={styles.ticket}>
        <SkeletonGroup>
          <View className={styles.boxes}>
            <Skeleton width={150} height={20} />
            <Skeleton width={220} />
            <View className={styles.ticketLine}>
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
        <View className={styles.ticketLine}>
          {STEPS.map((step) => (
            <Skeleton key={step} width={24} height={24} radius="round" />
          ))}
        </View>
      </View>
      <View className={styles.card}>
        <Skeleton width={80} height={20} />
        {PEOPLE.map((person) => (
          <View key={person} className="row-12">
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
