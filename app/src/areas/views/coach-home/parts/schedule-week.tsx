import { outcomes } from '@paidang/api/catalogue/outcomes'
import { addDays, type Day, dayOf, monthDotDay } from '@paidang/domain/kernel/day'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useState } from 'react'
import { showFailed } from '../../../../platform/toast'
import { useMinute } from '../../../../platform/use-minute'
import { Card } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { dateText } from '../../../../ui/time-format'
import { useWeek } from '../schedule-data'
import styles from './schedule-week.module.scss'
import { WeekBoard } from './week-board'
import { DAYS_PER_WEEK, mondayOf } from './weeks'

/** A week of the coach, with buttons for the weeks before and after it. */
export function ScheduleWeek() {
  const now = useMinute()
  const today = dayOf(now)
  const thisWeek = mondayOf(today)
  const [chosen, setChosen] = useState<Day>()
  const from = chosen ?? thisWeek
  const { data, marks, cause, isPending, isFetching, refetch } = useWeek(from)
  const skeleton = useSkeleton(isPending)
  usePullDownRefresh(async () => {
    const { error } = await refetch()
    if (error) showFailed(outcomes.listInvitationRecords, error)
    Taro.stopPullDownRefresh()
  })
  // For a coach who looks at the present week, the shown week changes with the date.
  const turn = (weeks: number) => {
    const next = addDays(from, weeks * DAYS_PER_WEEK)
    setChosen(next === thisWeek ? undefined : next)
  }
  return (
    <View className={styles.week}>
      <View className={styles.head}>
        <View className={styles.turn} {...pressable({ label: '上一周', onPress: () => turn(-1) })}>
          <Icon name="back" size={18} />
        </View>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2, live: 'polite' })}>
          {`${from === thisWeek ? '本周 ' : ''}${dateText(from, now)}–${monthDotDay(addDays(from, DAYS_PER_WEEK - 1))}`}
        </View>
        <View
          className={classNames(styles.back, from === thisWeek && styles.hidden)}
          {...pressable({ disabled: from === thisWeek, onPress: () => setChosen(undefined) })}
        >
          回到本周
        </View>
        <View className={styles.turn} {...pressable({ label: '下一周', onPress: () => turn(1) })}>
          <Icon name="chevron-right" size={18} />
        </View>
      </View>
      <Card flush>
        <RefreshBar on={isFetching && !isPending} />
        {skeleton ? (
          <SkeletonGroup>
            <View className={styles.skeleton}>
              <Skeleton height={40} />
              <Skeleton height={240} radius={12} />
            </View>
          </SkeletonGroup>
        ) : data ? (
          <WeekBoard from={from} rows={data} marks={marks ?? []} now={now} />
        ) : (
          cause && <ErrorBlock compact title="这一周的课没有取到" cause={cause} busy={isFetching} onRetry={refetch} />
        )}
      </Card>
    </View>
  )
}
