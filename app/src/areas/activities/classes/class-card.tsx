import { errors } from '@paidang/api/catalogue/errors'
import { isLive } from '@paidang/domain/areas/activities/classes/invitation'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { Avatar, AvatarStack } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { Icon } from '../../../ui/icon'
import { pressable } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup } from '../../../ui/skeleton'
import { Tag } from '../../../ui/tag'
import { dayText } from '../../../ui/time-format'
import styles from './class-card.module.scss'
import { useAddToCalendar, useConfirmInvitation } from './invitation-data'
import {
  type CardAnswer,
  cardAnswer,
  dueText,
  freeSeats,
  type MyClass,
  originText,
  peopleOf,
  peopleText,
  rowTag,
  seatsText,
} from './my-classes-data'

type Props = {
  row: MyClass
  now: Date
  /** In the agenda: day and time are beside the card, and the card shows only what waits for an answer. */
  timed?: boolean
}

/** A class in a list: status, course, when, where, with whom, and the one action that waits for its reader. */
export function ClassCard({ row, now, timed = false }: Props) {
  const { invitation } = row
  const { text, kind } = rowTag(row, now)
  const day = dayText(invitation.courseDate, now)
  const when = whenOf(invitation.beginTimeSlot, invitation.endTimeSlot)
  const place = `${invitation.stadiumName} ${invitation.courtName}`
  const people = peopleOf(row)
  const free = freeSeats(row)
  const only = people.length === 1 && free === 0 ? people[0] : undefined
  const origin = originText(row)
  const seats = seatsText(row)
  const due = dueText(row, now)
  const answer = cardAnswer(row, now)
  const shown = timed && answer?.action === 'calendar' ? null : answer
  const span = `${timeOf(invitation.beginTimeSlot)} 至 ${timeOf(invitation.endTimeSlot)}`
  const facts = [text, origin, invitation.courseDesignName, `${day} ${span}`, place, peopleText(row), seats, due]
  const label = facts.filter(Boolean).join('，')
  return (
    <Card className={styles.card}>
      <View
        className={styles.open}
        hoverClass={styles.pressed}
        {...pressable({ label, onPress: () => goTo(bookingViewPath(invitation.id)) })}
      />
      <View className={styles.head}>
        <View className="shrinks t-headline">{invitation.courseDesignName}</View>
        <View className={classNames(styles.tags, 'chips-4 keep')}>
          {origin && <Tag kind="line">{origin}</Tag>}
          <Tag kind={kind}>{text}</Tag>
        </View>
      </View>
      {!timed && (
        <View className={classNames(styles.when, 'mt-4', !isLive(invitation.invitationStatus) && styles.over)}>
          <Facts>{[day, when]}</Facts>
        </View>
      )}
      <View className="row-4 t-sub muted">
        <Icon name="pin" size={14} />
        {place}
      </View>
      {due && (
        <View className="row-4 t-sub muted">
          <Icon name="clock" size={14} />
          {due}
        </View>
      )}
      <View className={classNames(styles.foot, 'wrap-8', timed && !shown && styles.close)}>
        {only ? <Avatar id={only.id} src={only.avatar} size={28} /> : <AvatarStack people={people} free={free} />}
        <View className="words t-sub one-line">
          <Facts>{[peopleText(row), seats ?? '']}</Facts>
        </View>
        {shown && (
          <View className={styles.answer}>
            <CardAnswerButton row={row} answer={shown} />
          </View>
        )}
      </View>
    </Card>
  )
}

type AnswerProps = { row: MyClass; answer: CardAnswer }

/**
 * The button for what the class waits for from its reader. A seat is taken in the booking view, which shows its cost.
 */
function CardAnswerButton({ row, answer }: AnswerProps) {
  const { invitation } = row
  const reason = answer.refusal && errors[answer.refusal].message
  switch (answer.action) {
    case 'confirm':
      return invitation.useUnavailable && !reason ? (
        <ClashButton row={row} />
      ) : (
        <ConfirmButton row={row} reason={reason} />
      )
    case 'join': {
      // A player with a seat is asked to agree to the coach's change.
      const text = row.responseStatus === 'JOINED' ? '同意修改' : '参与约课'
      return (
        <Button
          size="m"
          disabled={reason !== undefined}
          reason={reason}
          label={`${text}，${invitation.courseDesignName}`}
          onPress={() => goTo(bookingViewPath(invitation.id))}
        >
          {text}
        </Button>
      )
    }
    case 'accept':
      return (
        <Button
          size="m"
          label={`看改约建议，${invitation.courseDesignName}`}
          onPress={() => goTo(bookingViewPath(invitation.id))}
        >
          看改约建议
        </Button>
      )
    case 'calendar':
      return <CalendarButton row={row} />
  }
}

/** The button of a request with 允许冲突. It opens the booking view, which shows the clashes before the confirmation. */
function ClashButton({ row: { invitation } }: { row: MyClass }) {
  return (
    <Button size="m" label={`去确认，${invitation.initiatorName}`} onPress={() => goTo(bookingViewPath(invitation.id))}>
      去确认
    </Button>
  )
}

function ConfirmButton({ row: { invitation }, reason }: { row: MyClass; reason: string | undefined }) {
  const { act, isPending } = useConfirmInvitation(invitation)
  return (
    <Button
      size="m"
      disabled={reason !== undefined}
      reason={reason}
      busy={isPending}
      label={`确认约课，${invitation.initiatorName}`}
      onPress={() => act()}
    >
      确认约课
    </Button>
  )
}

function CalendarButton({ row: { invitation } }: { row: MyClass }) {
  const { add, isPending } = useAddToCalendar(invitation)
  return (
    <Button
      size="s"
      kind="plain"
      icon="calendar"
      busy={isPending}
      label={`加到日历，${invitation.courseDesignName}`}
      onPress={add}
    >
      加到日历
    </Button>
  )
}

const CARDS = [0, 1, 2, 3] as const

/** The skeleton of the list. */
export function ClassListSkeleton() {
  return (
    <SkeletonGroup>
      <View className={classNames(styles.skeleton, 'col-12')}>
        {CARDS.map((card) => (
          <View key={card} className={styles.skeletonCard}>
            <View className={styles.skeletonLine}>
              <Skeleton width={140} height={20} />
              <Skeleton width={56} height={20} />
            </View>
            <Skeleton width={200} />
            <Skeleton width={160} />
            <View className="row-8">
              <Skeleton width={28} height={28} radius="round" />
              <Skeleton width={90} />
            </View>
          </View>
        ))}
      </View>
    </SkeletonGroup>
  )
}
