import { calendarMonth } from '@paidang/api/areas/calendar'
import { monthOf } from '@paidang/domain/areas/calendar/month'
import { type Day, dayOf } from '@paidang/domain/kernel/day'
import { useState } from 'react'
import { CALENDAR_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { CardStack } from '../../../ui/card'
import { ErrorBlock } from '../../../ui/error-block'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { SignedOut } from '../../../ui/signed-out'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { useMonth, useReloadCalendar } from './calendar-data'
import { DayList } from './parts/day-list'
import { FeedCard } from './parts/feed-card'
import { MonthSheet } from './parts/month-sheet'

const KEYS = [CALENDAR_KEY]

/** 日历: all entries by month, with the chosen day below, and the subscription for the phone's own calendar. */
export function CalendarView() {
  const isLoggedIn = useUserId() !== null
  return <Page title="日历">{isLoggedIn ? <OwnCalendar /> : <SignedOut />}</Page>
}

const NONE = [] as const

function OwnCalendar() {
  const now = useMinute()
  const [day, setDay] = useState<Day>(() => dayOf(now))
  const month = monthOf(day)
  const { data, cause, isPending, isFetching, refetch } = useMonth(month)
  const skeleton = useSkeleton(isPending)
  useFreshOnShow(KEYS)
  usePullOf({ refresh: useReloadCalendar(month) }, calendarMonth.outcome)

  const turnTo = (next: string) => {
    const today = dayOf(now)
    setDay(monthOf(today) === next ? today : `${next}-01`)
  }
  const entries = data ?? NONE
  return (
    <CardStack>
      <MonthSheet
        month={month}
        day={day}
        entries={entries}
        now={now}
        isFetching={isFetching && data !== undefined}
        onMonth={turnTo}
        onDay={setDay}
      />
      {cause && !data && <ErrorBlock compact title="安排没有取到" cause={cause} onRetry={refetch} busy={isFetching} />}
      {skeleton && !data && (
        <SkeletonGroup>
          <Skeleton height={24} width={120} />
          <Skeleton height={64} radius={16} />
        </SkeletonGroup>
      )}
      {data && <DayList day={day} entries={entries} now={now} />}
      <FeedCard />
    </CardStack>
  )
}
