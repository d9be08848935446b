import { outcomes } from '@paidang/api/catalogue/outcomes'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, daysBetween, isDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useState } from 'react'
import { locksPath } from '../../../paths'
import { COACH_HOME_KEY, SCHEDULE_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { showFailed } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { ActionBar } from '../../../ui/action-bar'
import { Button } from '../../../ui/button'
import { CardStack } from '../../../ui/card'
import { DateStrip } from '../../../ui/date-strip'
import { Page } from '../../../ui/page'
import { bookForStudents } from '../../activities/booking/start-booking'
import { CoachOnly } from '../../people/auth/coach-only'
import { useCoachDayMarks } from '../../time/schedule/coach-marks-data'
import { coachStripDaysOf } from '../../time/schedule/strip-days'
import { useBoardOpening, useReloadDayBoard } from './day-board-data'
import styles from './day-board-view.module.scss'
import { BoardCard } from './parts/board-card'
import { DayHead } from './parts/day-head'
import { EndingStudents } from './parts/ending-students'
import { Figures } from './parts/figures'
import { MonthCells } from './parts/month-cells'
import { UnfinishedCard } from './parts/unfinished-card'
import { RequestsSheet, WaitingCard } from './parts/waiting-requests'

type Props = {
  /** The first day, yyyy-mm-dd; today without it. */
  date?: string | undefined
}

const KEYS = [COACH_HOME_KEY, SCHEDULE_KEY]

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
      <Figures onWaiting={showRequests} />
      <View className={styles.strip}>
        <DateStrip days={coachStripDaysOf(from, today, marks.data)} value={date} onChange={choose} />
      </View>
      <DayHead date={date} today={today} now={now} onChange={choose} />
      <CardStack className={styles.cards}>
        <UnfinishedCard now={now} besides={date} />
        <BoardCard key={date} date={date} today={today} now={now} onWaiting={showRequests} />
        <WaitingCard now={now} onAll={showRequests} />
        <EndingStudents today={today} />
        <MonthCells />
      </CardStack>
      <RequestsSheet open={showsRequests} now={now} onClose={() => setShowsRequests(false)} />
      <ActionBar
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

/**
 * Returns the first day of the two weeks with this day. They start today, or a multiple of two weeks before or after.
 */
function windowStart(date: Day, today: Day): Day {
  return addDays(today, Math.floor(daysBetween(today, date) / DATE_WINDOW_DAYS) * DATE_WINDOW_DAYS)
}
