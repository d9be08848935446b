import { outcomes } from '@paidang/api/catalogue/outcomes'
import { effectiveStatus, SIGN_OPENS_BEFORE_MS } from '@paidang/domain/areas/activities/classes/invitation'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { DATE_WINDOW_DAYS, dayOf } from '@paidang/domain/kernel/day'
import { MINUTES_PER_HALF_HOUR, timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useReducer, useRef, useState } from 'react'
import { addStudentPath, bookingViewPath, dayBoardPath, locksPath } from '../../../paths'
import { COACH_HOME_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { failureText, showFailed } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { usePageShown } from '../../../platform/use-page-shown'
import { ActionBar } from '../../../ui/action-bar'
import { Avatar } from '../../../ui/avatar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Facts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { HeroGround } from '../../../ui/hero-ground'
import { Icon, type IconName } from '../../../ui/icon'
import { pressable, semantics } from '../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { clockText, remainingText } from '../../../ui/time-format'
import { bookForStudents } from '../../activities/booking/start-booking'
import { UNFINISHED_KEY, useUnfinishedClasses } from '../../activities/classes/unfinished-data'
import { WaitingClaims } from '../../activities/roster/claim-card'
import { ReceivedTrials, useHeldTrials } from '../../activities/trial-lessons/received-trials'
import styles from './coach-home-view.module.scss'
import { useBoardOpening, useClassesOnDay, useReloadDayBoard } from './day-board-data'
import { type CoachClass, classStateOf, factsOf, onlyStudentOf, titleOf, unbroken } from './parts/coach-class'
import { EndingStudents } from './parts/ending-students'
import { RequestsSheet, UnfinishedCard, useHeldRequests, useNothingBelow, WaitingCard } from './parts/requests'

const KEYS = [COACH_HOME_KEY, SCHEDULE_KEY, UNFINISHED_KEY]

/** The home page of a coach: what to do now, in the order of time. */
export function CoachHome() {
  const now = useMinute()
  const today = dayOf(now)
  const [showsRequests, setShowsRequests] = useState(false)
  const [arrangement, arrange] = useReducer((times: number) => times + 1, 0)
  useBoardOpening(today, { from: today, days: DATE_WINDOW_DAYS })
  const reload = useReloadDayBoard()
  const showRequests = () => setShowsRequests(true)
  const isFoot = useNothingBelow()
  const trials = useHeldTrials(isFoot)
  const requests = useHeldRequests(now, isFoot && trials.rows.length === 0)
  const { data: unfinished = [] } = useUnfinishedClasses()
  const later = requests.later + trials.later
  const showLater = () => {
    requests.renew()
    trials.renew()
    arrange()
  }
  useFreshOnShow(KEYS)
  usePullDownRefresh(async () => {
    arrange()
    const failure = await reload()
    if (failure) showFailed(outcomes.listInvitationRecords, failure)
    Taro.stopPullDownRefresh()
  })
  return (
    <>
      <View className="in-12-0">
        <Next
          key={arrangement}
          now={now}
          isAlone={requests.rows.length === 0 && trials.rows.length === 0 && unfinished.length === 0}
        />
      </View>
      <CardStack>
        <Card flush>
          <View className={styles.entries}>
            <Entry icon="plus" text="替学员约课" onPress={() => bookForStudents(today)} />
            <Entry icon="lock" text="设不可约" onPress={() => goTo(locksPath('me', { date: today }))} />
            <Entry icon="person" text="添加学员" onPress={() => goTo(addStudentPath())} />
            <Entry icon="calendar" text="整天日程" onPress={() => goTo(dayBoardPath())} />
          </View>
        </Card>
        {/* Together, so that none of them moves another once it is known. */}
        {!requests.isPending && !trials.isPending && (
          <>
            <WaitingClaims />
            <WaitingCard now={now} requests={requests} onAll={showRequests} />
            <ReceivedTrials held={trials} />
            <UnfinishedCard now={now} />
            <EndingStudents today={today} />
          </>
        )}
      </CardStack>
      <RequestsSheet open={showsRequests} now={now} onClose={() => setShowsRequests(false)} />
      {later > 0 && (
        <ActionBar
          overTabBar
          actions={
            <Button full onPress={showLater}>
              {`看另外 ${later} 个约课`}
            </Button>
          }
        />
      )}
    </>
  )
}

function Entry({ icon, text, onPress }: { icon: IconName; text: string; onPress: () => void }) {
  return (
    <View className={classNames(styles.entry, 't-sub t-centre')} {...pressable({ role: 'link', onPress })}>
      <Icon name={icon} className="brand" />
      <View>{text}</View>
    </View>
  )
}

/** The class of the day that takes place or comes next, and the day so far. */
type Now = {
  /** The class; undefined when none is left. */
  row: CoachClass | undefined
  /** The one after it. */
  after: CoachClass | undefined
  /** How many of the day's agreed classes have begun, of how many. */
  begun: number
  total: number
}

/** Finds the class that the coach attends to now: the one that is running, or the next agreed one. */
export function nextOf(rows: readonly CoachClass[], now: Date): Now {
  const agreed = rows
    .filter(({ invitation }) => ['CONFIRMED', 'COMPLETED'].includes(effectiveStatus(invitation, now)))
    .sort((a, b) => a.invitation.startsAt.getTime() - b.invitation.startsAt.getTime())
  const left = agreed.filter(({ invitation }) => invitation.endsAt > now && invitation.completedAt === null)
  const [row, after] = left
  return {
    row,
    after,
    begun: agreed.filter(({ invitation }) => invitation.startsAt <= now).length,
    total: agreed.length,
  }
}

type NextProps = {
  now: Date
  /** Whether nothing that waits for the coach stands below. */
  isAlone: boolean
}

function Next({ now, isAlone }: NextProps) {
  const { data: rows, error, isFetching, isPending, refetch } = useClassesOnDay(dayOf(now))
  const showsSkeleton = useSkeleton(isPending)
  // Whether a class was shown: once it is over, its height stays, so that no request moves under a finger.
  const wasTall = useRef(false)
  // Whether none was: the first one, say after a request is confirmed, has the same height until the next opening.
  const isLow = useRef(false)
  const isShown = usePageShown()
  if (showsSkeleton) {
    return (
      <SkeletonGroup>
        <Skeleton height={248} radius={20} />
      </SkeletonGroup>
    )
  }
  if (!rows) {
    if (!error) return null
    const cause = failureText(outcomes.listInvitationRecords, error)
    return (
      <Card>
        <ErrorBlock title="今天的课没有取到" cause={cause} busy={isFetching} onRetry={refetch} compact />
      </Card>
    )
  }
  const { row, after, begun, total } = nextOf(rows, now)
  if (!isShown || isAlone) isLow.current = false
  if (row === undefined) isLow.current = !wasTall.current
  wasTall.current ||= row !== undefined && !isLow.current
  return (
    <HeroGround rounded>
      <View className={classNames(styles.hero, wasTall.current && styles.tall)}>
        {!row ? (
          <Over total={total} />
        ) : isLow.current ? (
          <Brief row={row} now={now} />
        ) : (
          <Class row={row} after={after} now={now} day={`今天 ${begun} / ${total} 节`} />
        )}
      </View>
    </HeroGround>
  )
}

function Over({ total }: { total: number }) {
  return (
    <View className="col-4">
      <View className="t-title-1" {...semantics({ role: 'heading', level: 2 })}>
        {total > 0 ? '今天的课上完了' : '今天没有课'}
      </View>
      <View className="t-sub">{total > 0 ? `上了 ${total} 节，辛苦了` : '可以替学员约课，或看看谁在等确认'}</View>
    </View>
  )
}

/** How the head of the page names the class: 正在上课, or when it begins. */
const headingOf = ({ invitation: { startsAt } }: CoachClass, now: Date) =>
  startsAt <= now ? '正在上课' : `下一节，${remainingText(now, startsAt)}后开始`

/** A class as high as a day without one. */
function Brief({ row, now }: { row: CoachClass; now: Date }) {
  const { id, beginTimeSlot, endTimeSlot } = row.invitation
  const line = `${whenOf(beginTimeSlot, endTimeSlot)} ${titleOf(row)}`
  return (
    <View
      className="col-4"
      {...pressable({
        role: 'link',
        label: `${headingOf(row, now)}，${line}`,
        onPress: () => goTo(bookingViewPath(id)),
      })}
    >
      <View className="t-title-1">{headingOf(row, now)}</View>
      <View className="t-sub">{line}</View>
    </View>
  )
}

type ClassProps = { row: CoachClass; after: CoachClass | undefined; now: Date; day: string }

function Class({ row, after, now, day }: ClassProps) {
  const { id, startsAt, beginTimeSlot, endTimeSlot, initiatorId, signedAt, consumedSessions, trialId } = row.invitation
  const student = onlyStudentOf(row) ?? { id: initiatorId, avatar: null }
  const minutes = (endTimeSlot - beginTimeSlot) * MINUTES_PER_HALF_HOUR
  const step = classStateOf(row, now)?.step
  const opensAt = new Date(startsAt.getTime() - SIGN_OPENS_BEFORE_MS)
  return (
    <View className="col-12">
      <View className={classNames(styles.line, 't-sub')}>
        <View {...semantics({ role: 'heading', level: 2 })}>{headingOf(row, now)}</View>
        <View>{day}</View>
      </View>
      <View
        className="col-12"
        {...pressable({
          role: 'link',
          label: `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}，${titleOf(row)}，${factsOf(row).join('，')}`,
          onPress: () => goTo(bookingViewPath(id)),
        })}
      >
        <View className={styles.times}>
          <View className={styles.time}>{timeOf(beginTimeSlot)}</View>
          <View className={styles.length}>{minutes} 分钟</View>
          <View className={styles.time}>{timeOf(endTimeSlot)}</View>
        </View>
        <View className="row-12">
          <Avatar id={student.id} src={student.avatar} size={44} />
          <View className="grow">
            <View className="t-headline one-line">{unbroken(titleOf(row))}</View>
            <View className="t-sub">
              <Facts>{factsOf(row).map(unbroken)}</Facts>
            </View>
          </View>
        </View>
      </View>
      {step === 'sign' || step === 'finish' ? (
        <Button
          kind="lime"
          icon={step === 'sign' ? 'pin' : 'check'}
          onPress={() => goTo(bookingViewPath(id, undefined, step))}
        >
          {step === 'sign' ? '签到' : '完成'}
        </Button>
      ) : (
        <View className={styles.waits}>
          <Icon name={signedAt ? 'check' : 'clock'} size={16} />
          {signedAt ? '已签到，下课后点完成' : `${clockText(opensAt)} 起可签到`}
        </View>
      )}
      <View className={classNames(styles.line, 't-caption')}>
        <View>
          {trialId === null ? `签到后点“完成”才扣 ${lessonHoursText(consumedSessions)} 课时` : '体验课，不扣课时'}
        </View>
        {after && (
          <View>
            之后 {timeOf(after.invitation.beginTimeSlot)} {titleOf(after)}
          </View>
        )}
      </View>
    </View>
  )
}
