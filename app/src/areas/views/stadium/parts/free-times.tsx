import type { Court, Venue } from '@paidang/api/areas/places/venues'
import { type Day, dayOf, hasBegun } from '@paidang/domain/kernel/day'
import { type HalfHour, halfHoursBetween, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { Card, CardHead } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { DateStrip } from '../../../../ui/date-strip'
import { ErrorBlock } from '../../../../ui/error-block'
import { semantics } from '../../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { useTakenCourts } from '../../../activities/balls/ball-data'
import { dayOfDraft } from '../../../activities/booking/draft'
import { AlertButton } from '../../../activities/vacancies/alert-button'
import { courtsOfVenueText } from '../../../places/venues/venue-labels'
import { stripDaysOf } from '../../../time/schedule/strip-days'
import styles from '../stadium-view.module.scss'

/** The courts of a venue with their surface, and the free times of one of the next 14 days. Read-only. */
export function FreeTimesCard({ venue }: { venue: Venue }) {
  const now = useMinute()
  const today = dayOf(now)
  const [chosen, setChosen] = useState<string | null>(null)
  const date = dayOfDraft({ date: chosen }, today)
  const { data: taken, cause, isPending, isFetching, refetch } = useTakenCourts(venue.id, date)
  const skeleton = useSkeleton(isPending)
  return (
    <Card flush>
      <CardHead title="场地空闲" tail={courtsOfVenueText(venue)} inset />
      <View className={styles.strip}>
        <DateStrip days={stripDaysOf(today, undefined)} value={date} onChange={setChosen} />
      </View>
      <RefreshBar on={isFetching && !isPending} />
      <View className="in-8-16">
        {skeleton ? (
          <SkeletonGroup>
            <Skeleton height={venue.courts.length * ROW_HEIGHT} radius={12} />
          </SkeletonGroup>
        ) : taken ? (
          <>
            <Courts venue={venue} days={courtDays(venue, taken, { date, now })} />
            <View className="wrap-8-12 mt-12">
              <View className="t-sub muted">想要的时间约满了？</View>
              <AlertButton subject={{ kind: 'COURT', stadiumId: venue.id, name: `${venue.name} 的场地` }} day={date} />
            </View>
          </>
        ) : (
          cause && <ErrorBlock title="场地时间没有取到" cause={cause} onRetry={refetch} busy={isFetching} compact />
        )}
      </View>
    </Card>
  )
}

/** The approximate height of a court, so that nothing jumps. */
const ROW_HEIGHT = 66

function Courts({ venue, days }: { venue: Venue; days: readonly CourtDay[] }) {
  return (
    <>
      <View className={styles.marks} {...semantics({ hidden: true })}>
        {hourMarks(venue).map(({ text, at }) => (
          <View key={text} className={styles.mark} style={{ left: `${at * 100}%` }}>
            {text}
          </View>
        ))}
      </View>
      <View {...semantics({ role: 'list', label: '场地' })}>
        {days.map(({ court, cells, text }) => (
          <View key={court.id} className={styles.court} {...semantics({ role: 'listitem' })}>
            <View className="baseline-8 mb-4">
              <View className="t-label">{court.name}</View>
              <View className="t-caption muted">{court.surface}</View>
            </View>
            <View className={styles.bar} {...semantics({ hidden: true })}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a half-hour is its place in the day.
                <View key={at} className={classNames(styles.cell, styles[cell])} />
              ))}
            </View>
            <View className="mt-4 t-caption muted">{text}</View>
          </View>
        ))}
      </View>
      <View className="row-4 mt-4 t-caption muted" {...semantics({ hidden: true })}>
        <View className={classNames(styles.sample, styles.free)} />
        空闲
        <View className={classNames(styles.sample, styles.taken)} />
        已被订
        <View className={classNames(styles.sample, styles.past)} />
        已过
      </View>
    </>
  )
}

/** The public state of a half-hour on a court. */
export type FreeCell = 'past' | 'taken' | 'free'

/** A court on a day: its half-hours from the venue's first to its last, and the free times as text. */
type CourtDay = { court: Court; cells: FreeCell[]; text: string }

type Taken = { courtIndex: number; timeIndex: HalfHour }
type Hours = Pick<Venue, 'courts' | 'firstStart' | 'lastStart'>

/** At most this many free periods are listed. */
const MAX_STRETCHES = 3

/** The free times on each court of a venue on a day. */
export function courtDays(
  { courts, firstStart, lastStart }: Hours,
  taken: readonly Taken[],
  { date, now }: { date: Day; now: Date },
): CourtDay[] {
  const keys = new Set(taken.map(({ courtIndex, timeIndex }) => `${courtIndex}:${timeIndex}`))
  return courts.map((court, courtIndex) => {
    const cells = halfHoursBetween(firstStart, lastStart + 1).map((at): FreeCell => {
      if (hasBegun(date, at, now)) return 'past'
      return keys.has(`${courtIndex}:${at}`) ? 'taken' : 'free'
    })
    return { court, cells, text: freeText(cells, firstStart) }
  })
}

/** The free periods of a court: 空闲 08:00–10:00、18:00–22:30. 已约满 without any, 已结束 when the day is over. */
export function freeText(cells: readonly FreeCell[], firstStart: HalfHour): string {
  const stretches: { from: number; to: number }[] = []
  cells.forEach((cell, at) => {
    const last = stretches[stretches.length - 1]
    if (cell !== 'free') return
    if (last && last.to === at) last.to += 1
    else stretches.push({ from: at, to: at + 1 })
  })
  if (stretches.length === 0) return cells.includes('taken') ? '已约满' : '今天已结束'
  const words = stretches.slice(0, MAX_STRETCHES).map(({ from, to }) => whenOf(firstStart + from, firstStart + to))
  return `空闲 ${words.join('、')}${stretches.length > MAX_STRETCHES ? ' 等' : ''}`
}

/** The labels above the bars with their position (0 to 1): every fourth full hour from the first one. */
export function hourMarks({ firstStart, lastStart }: Omit<Hours, 'courts'>): { text: string; at: number }[] {
  const HALF_HOURS_BETWEEN = 8
  const first = Math.ceil(firstStart / 2) * 2
  const count = lastStart + 1 - firstStart
  return halfHoursBetween(first, lastStart + 1)
    .filter((at) => (at - first) % HALF_HOURS_BETWEEN === 0)
    .map((at) => ({ text: String(at / 2).padStart(2, '0'), at: (at - firstStart) / count }))
}
