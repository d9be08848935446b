import { isLive } from '@paidang/domain/areas/classes/invitation'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Avatar, AvatarStack } from '../../../../ui/avatar'
import { Card } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Facts } from '../../../../ui/dot'
import { Icon } from '../../../../ui/icon'
import { pressable } from '../../../../ui/semantics'
import { Tag } from '../../../../ui/tag'
import { dayText } from '../../../../ui/time-format'
import { CardAnswerButton } from './card-answer-button'
import styles from './class-card.module.scss'
import {
  cardAnswer,
  dueText,
  freeSeats,
  type MyClass,
  originText,
  peopleOf,
  peopleText,
  rowTag,
  seatsText,
} from './my-class'

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
        <View className={styles.course}>{invitation.courseDesignName}</View>
        <View className={styles.tags}>
          {origin && <Tag kind="line">{origin}</Tag>}
          <Tag kind={kind}>{text}</Tag>
        </View>
      </View>
      {!timed && (
        <View className={classNames(styles.when, !isLive(invitation.invitationStatus) && styles.over)}>
          <Facts>{[day, when]}</Facts>
        </View>
      )}
      <View className={styles.place}>
        <Icon name="pin" size={14} />
        {place}
      </View>
      {due && (
        <View className={styles.place}>
          <Icon name="clock" size={14} />
          {due}
        </View>
      )}
      <View className={classNames(styles.foot, timed && !shown && styles.close)}>
        {only ? <Avatar id={only.id} src={only.avatar} size={28} /> : <AvatarStack people={people} free={free} />}
        <View className={styles.people}>
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
