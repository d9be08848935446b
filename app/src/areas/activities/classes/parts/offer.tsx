import { outcomes } from '@paidang/api/catalogue/outcomes'
import { answerTimes } from '@paidang/domain/areas/activities/classes/answer-time'
import { effectiveStatus, isOffered } from '@paidang/domain/areas/activities/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import {
  type Day,
  dateAndWeekday,
  dayOf,
  halfHourOfInstant,
  instantOf,
  WEEKDAY_NAMES,
  weekdayOf,
} from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { Cell } from '../../../../ui/cell'
import { classNames } from '../../../../ui/class-names'
import { DateStrip } from '../../../../ui/date-strip'
import { Facts } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { KeyValues } from '../../../../ui/key-values'
import { Notice } from '../../../../ui/notice'
import { semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { momentText } from '../../../../ui/time-format'
import { stripDaysOf } from '../../../time/schedule/strip-days'
import { type OfferTime, useOfferTimes } from '../invitation-data'
import styles from '../invitation-view.module.scss'
import { heldTogether, type InvitationInfo } from './invitation-info'
import type { InvitationActions } from './use-invitation-actions'

const keyOf = ({ courseDate, beginTimeSlot, selectedCourt }: OfferTime) =>
  `${courseDate} ${beginTimeSlot} ${selectedCourt}`

/**
 * 改约: the coach answers a request with another time. It shows the nearest times at which coach, court and players are
 * free, and on request those of any day.
 */
export function OfferSheet({ info, actions }: { info: InvitationInfo; actions: InvitationActions }) {
  const { invitation } = info
  const now = useMinute()
  const open = actions.asked === 'offer'
  const [day, setDay] = useState<Day>()
  const [chosenKey, setChosenKey] = useState<string>()
  const { data: times, cause, isPending, isFetching, refetch } = useOfferTimes(invitation.id, day, open)
  const skeleton = useSkeleton(open && isPending && cause === undefined)
  // The first of the nearest ones is proposed. A time may have been taken since it was chosen.
  const chosen = times?.find((time) => keyOf(time) === chosenKey) ?? (day === undefined ? times?.[0] : undefined)
  const refused = actions.refusals.offer
  return (
    <Sheet
      open={open}
      onClose={actions.close}
      title="建议改约"
      foot={
        <>
          {refused && (
            <Notice tone="bad" icon="warning">
              {refused}
            </Notice>
          )}
          <Button
            full
            busy={actions.runs.offer}
            lacks={chosen ? undefined : '先选时间'}
            onPress={() => chosen && actions.offer(chosen)}
          >
            {chosen ? `建议改到 ${shortTime(chosen)}` : '先选时间'}
          </Button>
        </>
      }
    >
      {day !== undefined && <DateStrip days={stripDaysOf(dayOf(now), undefined)} value={day} onChange={setDay} />}
      {skeleton ? (
        <TimesSkeleton />
      ) : cause !== undefined && !times ? (
        <ErrorBlock
          compact
          title={outcomes.listOfferTimes.failed}
          cause={cause === outcomes.listOfferTimes.failed ? '请检查网络后重试' : cause}
          busy={isFetching}
          onRetry={refetch}
        />
      ) : times?.length === 0 ? (
        <Empty
          compact
          title={day === undefined ? '7 天内没有三方都空的时间' : '这天没有三方都空的时间'}
          line={day === undefined ? '可以选别的时间' : '可以换一天'}
        />
      ) : (
        <View {...semantics({ role: 'radiogroup', label: '改到的时间' })}>
          {times?.map((time, at) => (
            <Cell
              key={keyOf(time)}
              title={
                <>
                  {day === undefined && <View className="t-sub muted">{dateAndWeekday(time.courseDate)}</View>}
                  <View className="t-title-2">{whenOf(time.beginTimeSlot, time.endTimeSlot)}</View>
                </>
              }
              note={<Facts>{reasonsOf(time, invitation, day === undefined && at === 0)}</Facts>}
              chosen={time === chosen}
              onPress={() => setChosenKey(keyOf(time))}
            />
          ))}
        </View>
      )}
      {day === undefined && times && (
        <Cell
          icon="calendar"
          title="选别的时间"
          onPress={() => setDay(times[0]?.courseDate ?? invitation.courseDate)}
        />
      )}
      {chosen && (
        <View className="in-8-16">
          <KeyValues rows={termsOf(chosen, heldTogether(info), now)} />
        </View>
      )}
    </Sheet>
  )
}

/** Returns what the offer of a time means for the player, who holds so many hours. */
function termsOf({ courseDate, beginTimeSlot }: OfferTime, held: number, now: Date) {
  const { expiresAt } = answerTimes(now, instantOf(courseDate, beginTimeSlot))
  const hours = { name: '学员的课时', value: `仍预占 ${lessonHoursText(held)}，不多占` }
  return [
    ...(held > 0 ? [hours] : []),
    { name: '发出后', value: `新时段替学员留到 ${momentText(expiresAt, now)}` },
    { name: '不接受或没有答复', value: held > 0 ? '申请取消，课时退回' : '申请取消' },
  ]
}

/** Formats a time for a button: 周二 19:30. */
const shortTime = ({ courseDate, beginTimeSlot }: Pick<OfferTime, 'courseDate' | 'beginTimeSlot'>) =>
  `${WEEKDAY_NAMES[weekdayOf(courseDate)]} ${timeOf(beginTimeSlot)}`

/** Returns what speaks for a time, and how full the coach's day is. */
function reasonsOf(
  { courtName, courseDate, beginTimeSlot, classes }: OfferTime,
  asked: Pick<OfferTime, 'courseDate' | 'beginTimeSlot'>,
  isNearest: boolean,
): string[] {
  const isSameDay = courseDate === asked.courseDate
  const reasons = [
    isNearest && '最近',
    courtName,
    isSameDay ? '同一天' : beginTimeSlot === asked.beginTimeSlot && '同一钟点',
    classes > 0 && `当天另有 ${classes} 节`,
  ]
  return reasons.filter((reason) => reason !== false)
}

function TimesSkeleton() {
  return (
    <SkeletonGroup>
      <View className="col-12 in-8-16">
        {['first', 'second', 'third'].map((key) => (
          <Skeleton key={key} width={220} height={40} />
        ))}
      </View>
    </SkeletonGroup>
  )
}

/** The time that the player asked for beside the one that the coach offers; nothing where nothing is offered. */
export function OfferCard({ info: { invitation, reqUser } }: { info: InvitationInfo }) {
  const now = useMinute()
  const kept = `替${reqUser.role === 'initiator' ? '你' : '学员'}留着`
  const { askedStartsAt, courseDate, beginTimeSlot, endTimeSlot } = invitation
  if (!askedStartsAt || !isOffered(invitation) || effectiveStatus(invitation, now) !== 'PENDING') return null
  const asked = halfHourOfInstant(askedStartsAt)
  const length = endTimeSlot - beginTimeSlot
  return (
    <Card>
      <View className={styles.times}>
        <TimeBox name="原申请" day={dayOf(askedStartsAt)} begin={asked} end={asked + length} note="没有保留" />
        <Icon name="chevron-right" size={20} className="muted keep" />
        <TimeBox name="建议改到" day={courseDate} begin={beginTimeSlot} end={endTimeSlot} note={kept} isNew />
      </View>
    </Card>
  )
}

type TimeBoxProps = { name: string; day: Day; begin: number; end: number; note: string; isNew?: boolean }

function TimeBox({ name, day, begin, end, note, isNew = false }: TimeBoxProps) {
  return (
    <View className={classNames(styles.timeBox, isNew && styles.newTime)}>
      <View className="t-caption">{name}</View>
      <View className="t-strong">{dateAndWeekday(day)}</View>
      <View className="t-title-2">{timeOf(begin)}</View>
      <View className="t-caption">{`到 ${timeOf(end)}`}</View>
      <View className="mt-4 t-caption">{note}</View>
    </View>
  )
}
