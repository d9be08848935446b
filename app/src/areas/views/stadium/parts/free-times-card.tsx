import type { Venue } from '@paidang/api/areas/venues'
import { dayOf } from '@paidang/domain/kernel/day'
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
import { courtsOfVenueText } from '../../../places/venues/venue-labels'
import { stripDaysOf } from '../../../time/schedule/strip-days'
import { type CourtDay, courtDays, hourMarks } from './free-times'
import styles from './free-times-card.module.scss'

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
      <View className={styles.body}>
        {skeleton ? (
          <SkeletonGroup>
            <Skeleton height={venue.courts.length * ROW_HEIGHT} radius={12} />
          </SkeletonGroup>
        ) : taken ? (
          <Courts venue={venue} days={courtDays(venue, taken, { date, now })} />
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
            <View className={styles.names}>
              <View className={styles.name}>{court.name}</View>
              <View className={styles.surface}>{court.surface}</View>
            </View>
            <View className={styles.bar} {...semantics({ hidden: true })}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a half-hour is its place in the day.
                <View key={at} className={classNames(styles.cell, styles[cell])} />
              ))}
            </View>
            <View className={styles.text}>{text}</View>
          </View>
        ))}
      </View>
      <View className={styles.legend} {...semantics({ hidden: true })}>
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
