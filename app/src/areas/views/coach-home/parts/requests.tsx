import { FINISHED_BY_CLOCK_AFTER_MS, whyNot } from '@paidang/domain/areas/activities/classes/invitation'
import type { Day } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath } from '../../../../paths'
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
import { useUnfinishedClasses } from '../../../activities/classes/unfinished-data'
import { useWaitingRequests } from '../day-board-data'
import styles from '../day-board-view.module.scss'
import { type CoachClass, classStateOf, onlyStudentOf, titleOf, toCoachClass } from './coach-class'
import { StepButton } from './step-button'

/** Number of requests below the board; the sheet has all. */
const SHOWN = 3

/** The waiting requests, below the board; nothing while there are none. */
export function WaitingCard({ now, onAll }: { now: Date; onAll: () => void }) {
  const { data: rows = [] } = useWaitingRequests()
  if (rows.length === 0) return null
  return (
    <Card flush>
      <CardHead
        inset
        title="待我确认"
        tail={rows.length > SHOWN ? <MoreLink text={`全部 ${rows.length} 个`} onPress={onAll} /> : `${rows.length} 个`}
      />
      <Requests rows={rows.slice(0, SHOWN)} now={now} />
    </Card>
  )
}

function Requests({ rows, now }: { rows: readonly CoachClass[]; now: Date }) {
  const limitOf = ({ invitation: { changed, expiresAt } }: CoachClass) =>
    [changed, `${remainingText(now, expiresAt)}内答复`].filter(Boolean).join('，')
  return <RequestRows label="待我确认" rows={rows} now={now} limitOf={limitOf} />
}

/** The waiting requests of all days. */
export function RequestsSheet({ open, now, onClose }: { open: boolean; now: Date; onClose: () => void }) {
  const { data: rows, cause, isFetching, refetch } = useWaitingRequests()
  return (
    <Sheet open={open} onClose={onClose} title={rows?.length ? `待我确认 ${rows.length} 个` : '待我确认'}>
      {rows ? (
        rows.length > 0 ? (
          <Requests rows={rows} now={now} />
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

/** 待完成: classes that have ended and wait for 签到 or 完成, without those of a day. Nothing while there are none. */
export function UnfinishedCard({ now, besides }: { now: Date; besides?: Day }) {
  const { data = [] } = useUnfinishedClasses()
  const rows = data.filter(({ invitation }) => invitation.courseDate !== besides)
  if (rows.length === 0) return null
  const limitOf = ({ invitation }: CoachClass) => {
    const byClock = new Date(invitation.endsAt.getTime() + FINISHED_BY_CLOCK_AFTER_MS)
    return `${momentText(byClock, now)} 自动完成`
  }
  return (
    <Card flush>
      <CardHead inset title="待完成" tail={`${rows.length} 节`} />
      <RequestRows label="待完成" rows={rows.map(toCoachClass)} now={now} limitOf={limitOf} />
    </Card>
  )
}

type Props = {
  /** The common name of the rows. */
  label: string
  rows: readonly CoachClass[]
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
      {rows.map((row) => (
        <Request key={row.invitation.id} row={row} now={now} left={limitOf(row)} />
      ))}
    </View>
  )
}

function Request({ row, now, left }: { row: CoachClass; now: Date; left: string }) {
  const { invitation } = row
  const { courseDate, beginTimeSlot, endTimeSlot, stadiumName, courtName, initiatorId } = invitation
  const standing = classStateOf(row, now)
  const isAsked = whyNot('offer', invitation, ['coach'], now) === undefined
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
        <View className={styles.left}>{left}</View>
      </View>
      <View className={classNames(styles.answers, isAsked && styles.several, 'wrap-8')}>
        {isAsked && <OtherAnswers row={row} />}
        {standing?.step && (
          <StepButton row={row} step={standing.step} text={standing.step === 'confirm' ? '确认约课' : standing.text} />
        )}
      </View>
    </View>
  )
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
