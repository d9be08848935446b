import { coachFigures } from '@paidang/api/areas/views/coach-home'
import { outcomes } from '@paidang/api/catalogue/outcomes'
import { lessonHoursText } from '@paidang/domain/areas/money/contracts/contract'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, daysBetween, isDay } from '@paidang/domain/kernel/day'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useEffect, useRef, useState } from 'react'
import { locksPath, recordsPath, schedulePath } from '../../../paths'
import { COACH_HOME_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { failureText, showFailed } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { Cell } from '../../../ui/cell'
import { classNames } from '../../../ui/class-names'
import { DateStrip } from '../../../ui/date-strip'
import { DayPicker } from '../../../ui/day-picker'
import { Icon } from '../../../ui/icon'
import { Notice } from '../../../ui/notice'
import { Page } from '../../../ui/page'
import { pressable, semantics } from '../../../ui/semantics'
import { Sheet } from '../../../ui/sheet'
import { dayText } from '../../../ui/time-format'
import { bookForStudents } from '../../activities/booking/start-booking'
import { UNFINISHED_KEY } from '../../activities/classes/unfinished-data'
import { CoachOnly } from '../../people/auth/coach-only'
import { useCoachDayMarks } from '../../time/schedule/court-status-data'
import { coachStripDaysOf } from '../../time/schedule/strip-days'
import { useBoardOpening, useCoachFigures, useReloadDayBoard } from './day-board-data'
import styles from './day-board-view.module.scss'
import { BoardCard, type HeldDay, useHeldDay } from './parts/day-board'
import { EndingStudents } from './parts/ending-students'
import { RequestsSheet, UnfinishedCard, useHeldRequests, useNothingBelow, WaitingCard } from './parts/requests'

type Props = {
  /** The first day, yyyy-mm-dd; today without it. */
  date?: string | undefined
}

const KEYS = [COACH_HOME_KEY, SCHEDULE_KEY, UNFINISHED_KEY]

/** 我的日程: one day of the coach, hour by hour, and what waits for the coach. */
export function DayBoardView({ date }: Props) {
  return (
    <Page title="我的日程">
      <CoachOnly>
        <Board asked={date !== undefined && isDay(date) ? date : undefined} />
      </CoachOnly>
    </Page>
  )
}

function Board({ asked }: { asked: Day | undefined }) {
  const now = useMinute()
  const today = dayOf(now)
  const [chosen, setChosen] = useState(asked)
  const [showsRequests, setShowsRequests] = useState(false)
  const date = chosen ?? today
  const from = windowStart(date, today)
  const marked = { from, days: DATE_WINDOW_DAYS }
  useBoardOpening(date, marked)
  const marks = useCoachDayMarks(marked)
  const day = useHeldDay(date, now)
  // Until the page is opened again only the figure and the sheet have what waits.
  const requests = useHeldRequests(now, useNothingBelow(date))
  const reload = useReloadDayBoard()
  const showRequests = () => setShowsRequests(true)
  // For a coach who chose today, the shown day changes at midnight.
  const choose = (day: Day) => setChosen(day === today ? undefined : day)
  // The past can be neither booked nor locked.
  const open = daysBetween(today, date) < 0 ? today : date

  useFreshOnShow(KEYS)
  usePullDownRefresh(async () => {
    const failure = await reload()
    if (failure) showFailed(outcomes.listInvitationRecords, failure)
    Taro.stopPullDownRefresh()
  })
  return (
    <>
      <Figures today={today} onWaiting={showRequests} />
      <View className="pt-12">
        <DateStrip days={coachStripDaysOf(from, today, marks.data)} value={date} onChange={choose} />
      </View>
      <DayHead date={date} today={today} now={now} onChange={choose} />
      <CardStack className={styles.cards}>
        <BoardCard key={date} date={date} today={today} now={now} day={day} onWaiting={showRequests} />
        <WaitingCard now={now} requests={requests} onAll={showRequests} />
        <UnfinishedCard now={now} besides={date} />
        <EndingStudents today={today} />
        <MonthCells />
      </CardStack>
      <RequestsSheet open={showsRequests} now={now} onClose={() => setShowsRequests(false)} />
      <ActionBar
        news={<News day={day} />}
        actions={
          <>
            <Button kind="plain" icon="lock" onPress={() => goTo(locksPath('me', { date: open }))}>
              设不可约
            </Button>
            <Button icon="plus" full onPress={() => bookForStudents(open)}>
              替学员约课
            </Button>
          </>
        }
      />
    </>
  )
}

/** Above the bar: how much of the day waits to be shown, or that what is shown could not be read again. */
function News({ day: { later, renew, stale } }: { day: HeldDay }) {
  if (later > 0) {
    return (
      <Notice
        strip
        tail={
          <Button size="s" kind="plain" onPress={renew}>
            显示
          </Button>
        }
      >
        {`这一天有 ${later} 项新安排`}
      </Notice>
    )
  }
  if (!stale) return null
  return (
    <Notice
      strip
      tone="bad"
      icon="warning"
      tail={
        <Button size="s" kind="plain" busy={stale.isFetching} onPress={stale.refetch}>
          重试
        </Button>
      }
    >
      这一天的日程没有更新
    </Notice>
  )
}

/**
 * Returns the first day of the two weeks with this day. They start today, or a multiple of two weeks before or after.
 */
function windowStart(date: Day, today: Day): Day {
  return addDays(today, Math.floor(daysBetween(today, date) / DATE_WINDOW_DAYS) * DATE_WINDOW_DAYS)
}

type DayHeadProps = { date: Day; today: Day; now: Date; onChange: (date: Day) => void }

/** The shown day, the button back to today, and a calendar for any other day. */
function DayHead({ date, today, now, onChange }: DayHeadProps) {
  const [picks, setPicks] = useState(false)
  return (
    <View className={classNames(styles.head, 'row-16')}>
      <View className="fill t-label muted" {...semantics({ role: 'heading', level: 2 })}>
        {`${date === today ? '今天 ' : ''}${dayText(date, now)}`}
      </View>
      {date !== today && (
        <View
          className={classNames(styles.way, 'row-4 keep t-sub brand')}
          {...pressable({ onPress: () => onChange(today) })}
        >
          回到今天
        </View>
      )}
      <View
        className={classNames(styles.way, 'row-4 keep t-sub brand')}
        {...pressable({ popup: 'dialog', onPress: () => setPicks(true) })}
      >
        <Icon name="calendar" size={16} />
        选日期
      </View>
      <Sheet open={picks} onClose={() => setPicks(false)} title="看哪一天">
        {/* Each opening begins at the month of the shown day. */}
        <DayPicker
          key={`${date}-${picks}`}
          value={date}
          label="日期"
          onChange={(day) => {
            setPicks(false)
            onChange(day)
          }}
        />
      </Sheet>
    </View>
  )
}

/** Today in three figures: classes, lesson hours, and waiting requests. The last one opens the requests. */
function Figures({ today, onWaiting }: { today: Day; onWaiting: () => void }) {
  const { data, error, isFetching, refetch } = useCoachFigures()
  const counted = useRef(today)
  useEffect(() => {
    // At midnight they are another day's.
    if (counted.current === today) return
    counted.current = today
    refetch()
  }, [today, refetch])
  const waiting = data?.waitingConfirm ?? 0
  return (
    <>
      <View className="beside-8 in-8-0">
        <Figure name="今天的课" value={data && String(data.todayClasses)} unit="节" />
        <Figure name="课时" value={data && lessonHoursText(data.todaySessions)} unit="课时" />
        <View
          className={classNames(styles.figure, styles.tappable, 'grow', waiting > 0 && styles.loud)}
          hoverClass={styles.pressed}
          {...pressable({ label: data ? `待我确认 ${waiting} 个` : '待我确认', popup: 'dialog', onPress: onWaiting })}
        >
          <View className={styles.value}>{data ? waiting : '—'}</View>
          <View className={styles.name}>待我确认</View>
        </View>
      </View>
      {error && !data && (
        <View className="in-8-0">
          <Notice
            tone="bad"
            icon="warning"
            tail={
              <Button size="s" kind="plain" busy={isFetching} onPress={refetch}>
                重试
              </Button>
            }
          >
            {failureText(coachFigures.outcome, error)}
          </Notice>
        </View>
      )}
    </>
  )
}

function Figure({ name, value, unit }: { name: string; value: string | undefined; unit: string }) {
  const label = value === undefined ? name : unit === name ? `今天 ${value} ${unit}` : `${name} ${value} ${unit}`
  return (
    <View className={classNames(styles.figure, 'grow')} {...semantics({ role: 'group', label })}>
      <View className={styles.value} {...semantics({ hidden: true })}>
        {value ?? '—'}
      </View>
      <View className={styles.name} {...semantics({ hidden: true })}>
        {name}
      </View>
    </View>
  )
}

/** The links below the day: all classes, and the totals of the month. */
function MonthCells() {
  const { data } = useCoachFigures()
  const month = data && `${lessonHoursText(data.monthTaughtHours)} 小时，¥${yuanOf(data.monthIncomeFen)}`
  return (
    <Card flush>
      <Cell icon="calendar" title="排期" onPress={() => goTo(schedulePath())} />
      <Cell icon="document" title="本月授课" value={month} onPress={() => goTo(recordsPath())} />
    </Card>
  )
}
