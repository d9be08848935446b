import {
  effectiveStatus,
  FINISHED_BY_CLOCK_AFTER_MS,
  waitsForCoach,
  whyNot,
} from '@paidang/domain/areas/activities/classes/invitation'
import { INVITATION_STATUS_NAMES } from '@paidang/domain/areas/activities/classes/invitation-status'
import type { Day } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useRef } from 'react'
import { bookingViewPath } from '../../../../paths'
import { type HeldRow, useHeldRows } from '../../../../platform/held-rows'
import { goTo } from '../../../../platform/navigate'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Dot } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { pressable, semantics } from '../../../../ui/semantics'
import { Sheet } from '../../../../ui/sheet'
import { Skeleton, SkeletonGroup } from '../../../../ui/skeleton'
import { dayText, momentText, remainingText } from '../../../../ui/time-format'
import { useInvitationInfo } from '../../../activities/classes/invitation-data'
import { useUnfinishedClasses } from '../../../activities/classes/unfinished-data'
import { useEndingStudents, useWaitingRequests } from '../day-board-data'
import styles from '../day-board-view.module.scss'
import {
  type CoachClass,
  classIdOf,
  classStateOf,
  isWaiting,
  onlyStudentOf,
  titleOf,
  toCoachClass,
} from './coach-class'
import { StepButton } from './step-button'

/** Number of requests below the board; the sheet has all. */
const SHOWN = 3

/** Whether no class or student that waits for the coach stands below: neither 待完成, but of that day, nor 学员快到期. */
export function useNothingBelow(board?: Day): boolean {
  const unfinished = useUnfinishedBesides(board)
  const { data: ending } = useEndingStudents()
  return unfinished.length === 0 && !ending?.rows.length
}

/** The waiting requests as a page shows them. One that comes while buttons stand below moves none of them: it waits. */
export function useHeldRequests(now: Date, isLast: boolean) {
  const { data: waiting = [], rows, isFetching, isPending } = useWaitingRequests(now)
  const held = useHeldRows(rows, {
    isFetching,
    isIn: (row) => isWaiting(row, now),
    keyOf: classIdOf,
    limit: SHOWN,
    fits: () => isLast,
  })
  return { waiting, isPending, ...held }
}

type WaitingProps = { now: Date; requests: ReturnType<typeof useHeldRequests>; onAll: () => void }

/** The waiting requests; nothing while there are none. */
export function WaitingCard({ now, requests: { waiting, ...held }, onAll }: WaitingProps) {
  if (held.rows.length === 0) return null
  const count = waiting.length
  return (
    <Card flush>
      <CardHead
        inset
        title="待我确认"
        tail={
          count > held.rows.filter(({ isOver }) => !isOver).length ? (
            <MoreLink text={`全部 ${count} 个`} onPress={onAll} />
          ) : (
            `${count} 个`
          )
        }
      />
      <Requests rows={held.rows} now={now} />
    </Card>
  )
}

function Requests({ rows, now }: { rows: readonly HeldRow<CoachClass>[]; now: Date }) {
  const limitOf = ({ invitation: { changed, expiresAt } }: CoachClass) =>
    [changed, `${remainingText(now, expiresAt)}内答复`].filter(Boolean).join('，')
  return <RequestRows label="待我确认" rows={rows} now={now} limitOf={limitOf} />
}

/** The waiting requests of all days. */
export function RequestsSheet({ open, now, onClose }: { open: boolean; now: Date; onClose: () => void }) {
  const { data: waiting, rows, cause, isFetching, refetch } = useWaitingRequests(now)
  const held = useHeldRows(rows, { isFetching, isIn: (row) => isWaiting(row, now), keyOf: classIdOf, isSeen: open })
  return (
    <Sheet open={open} onClose={onClose} title={waiting?.length ? `待我确认 ${waiting.length} 个` : '待我确认'}>
      {waiting ? (
        held.rows.length > 0 ? (
          <Requests rows={held.rows} now={now} />
        ) : (
          <Empty compact title="没有待确认的约课" line="学员发起的约课会出现在这里" />
        )
      ) : cause ? (
        <ErrorBlock compact title="待确认的约课没有取到" cause={cause} busy={isFetching} onRetry={refetch} />
      ) : (
        <SkeletonGroup>
          <Skeleton height={72} radius={12} />
        </SkeletonGroup>
      )}
    </Sheet>
  )
}

/** The classes that have ended and wait for their coach, without those of a day. */
function useUnfinishedBesides(date?: Day) {
  const { data = [] } = useUnfinishedClasses()
  return data.filter(({ invitation }) => invitation.courseDate !== date)
}

/** 待完成: classes that have ended and wait for 签到 or 完成, without those of a day. Nothing while there are none. */
export function UnfinishedCard({ now, besides }: { now: Date; besides?: Day }) {
  const rows = useUnfinishedBesides(besides)
  if (rows.length === 0) return null
  const limitOf = ({ invitation }: CoachClass) => {
    const byClock = new Date(invitation.endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS)
    return `${momentText(byClock, now)} 自动完成`
  }
  return (
    <Card flush>
      <CardHead inset title="待完成" tail={`${rows.length} 节`} />
      <RequestRows
        label="待完成"
        rows={rows.map((row) => ({ row: toCoachClass(row), isOver: false }))}
        now={now}
        limitOf={limitOf}
      />
    </Card>
  )
}

type Props = {
  /** The common name of the rows. */
  label: string
  rows: readonly HeldRow<CoachClass>[]
  now: Date
  /** Returns the deadline of a row as text. */
  limitOf: (row: CoachClass) => string
}

/**
 * Classes that wait for their coach, below each other. Each shows who, when, where, the deadline, and the next step at
 * one press.
 */
function RequestRows({ label, rows, now, limitOf }: Props) {
  return (
    <View {...semantics({ role: 'list', label })}>
      {rows.map(({ row, isOver }) => (
        <Request key={row.invitation.id} row={row} isOver={isOver} now={now} limit={limitOf(row)} />
      ))}
    </View>
  )
}

type RequestProps = { row: CoachClass; isOver: boolean; now: Date; limit: string }

function Request({ row, isOver, now, limit }: RequestProps) {
  const { invitation } = row
  const { courseDate, beginTimeSlot, endTimeSlot, stadiumName, courtName, initiatorId } = invitation
  const shown = {
    limit,
    standing: classStateOf(row, now),
    isAsked: whyNot('offer', invitation, ['coach'], now) === undefined,
  }
  // Deadline and answers of a row that is over keep their space.
  const last = useRef(shown)
  if (!isOver) last.current = shown
  const { isAsked, standing } = last.current
  const end = useEndOf(row, isOver, now)
  const left = isOver ? end : limit
  const student = onlyStudentOf(row) ?? { id: initiatorId, avatar: null }
  const day = dayText(courseDate, now)
  const place = `${stadiumName} ${courtName}`
  const label = [titleOf(row), `${day} ${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`, place, left].join('，')
  return (
    <View className={styles.request} {...semantics({ role: 'listitem' })}>
      <View
        className={styles.open}
        hoverClass={styles.requestPressed}
        {...pressable({ label, onPress: () => goTo(bookingViewPath(invitation.id)) })}
      />
      <Avatar id={student.id} src={student.avatar} size={40} />
      <View className="words">
        <View className="t-headline one-line">{titleOf(row)}</View>
        <View className="t-label">
          {day}
          <Dot />
          {whenOf(beginTimeSlot, endTimeSlot)}
        </View>
        <View className={styles.line}>{place}</View>
        <View className={styles.left}>
          <View className={isOver ? 'unseen' : undefined} {...semantics({ hidden: isOver })}>
            {last.current.limit}
          </View>
          {isOver && <View className={styles.end}>{end}</View>}
        </View>
      </View>
      <View
        className={classNames(styles.answers, isAsked && styles.several, isOver && 'unseen', 'wrap-8')}
        {...semantics({ hidden: isOver })}
      >
        {isAsked && <OtherAnswers row={row} />}
        {standing?.step && (
          <StepButton row={row} step={standing.step} text={standing.step === 'confirm' ? '确认约课' : standing.text} />
        )}
      </View>
    </View>
  )
}

/** What became of a request that left the list. Where the last answer cannot tell, the class itself is read. */
function useEndOf(row: CoachClass, isOver: boolean, now: Date): string {
  const isUnknown = isOver && isWaiting(row, now)
  const { data } = useInvitationInfo(isUnknown ? row.invitation.id : '', null)
  const { invitation } = data && isUnknown ? data : row
  const status = effectiveStatus(invitation, now)
  if (status !== 'PENDING') return INVITATION_STATUS_NAMES[status]
  return waitsForCoach(invitation) ? '不再等你确认' : '等学员答复'
}

/** Besides 确认: 拒绝 and 改约 ask on the page of the request, which opens with their question. */
function OtherAnswers({ row }: { row: CoachClass }) {
  const ask = (what: 'cancel' | 'offer') => goTo(bookingViewPath(row.invitation.id, undefined, what))
  const who = titleOf(row)
  return (
    <>
      <View className={styles.step}>
        <Button size="s" kind="plain" label={`拒绝，${who}`} onPress={() => ask('cancel')}>
          拒绝
        </Button>
      </View>
      <View className={styles.step}>
        <Button size="s" kind="plain" label={`改约，${who}`} onPress={() => ask('offer')}>
          改约
        </Button>
      </View>
    </>
  )
}
