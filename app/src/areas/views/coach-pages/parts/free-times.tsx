import type { CoachPage } from '@paidang/api/areas/views/coach-pages'
import { DAY_PARTS } from '@paidang/domain/areas/views/coach-pages/free-starts'
import { dayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { useMinute } from '../../../../platform/use-minute'
import { classNames } from '../../../../ui/class-names'
import { DateStrip } from '../../../../ui/date-strip'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { pressable, semantics } from '../../../../ui/semantics'
import { Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { dayText } from '../../../../ui/time-format'
import { stripDaysOf } from '../../../time/schedule/strip-days'
import styles from '../coach-pages.module.scss'
import { useCoachStarts } from '../coach-pages-data'

type Start = CoachPage['freeDays'][number]['starts'][number]

type Props = {
  coachId: string
  freeDays: CoachPage['freeDays']
  /** The course whose length must fit, if it is not the shortest. */
  courseId?: string
  isChosen: (date: string, start: Start) => boolean
  /** A press chooses a time; undefined where the reader can only look. */
  onPress: ((date: string, start: Start) => void) | undefined
  /** Whether a press chooses and takes back, instead of leading on. */
  toggles?: boolean
}

const PART_NAMES = { morning: '上午', afternoon: '下午', evening: '晚上' } as const
const PARTS = Object.keys(PART_NAMES) as (keyof typeof PART_NAMES)[]
/** About three rows of times, so that nothing jumps. */
const TIMES_HEIGHT = 190

/** When a coach is free: three times of each of the next days, or with 全部时间 a whole day of the next two weeks. */
export function FreeTimes({ coachId, courseId, freeDays, ...choice }: Props) {
  const now = useMinute()
  const [isWhole, setWhole] = useState(false)
  if (freeDays.length === 0) return <View className="t-sub muted">14 天内都约满了</View>
  return (
    <>
      {isWhole ? (
        <WholeDay coachId={coachId} courseId={courseId} first={freeDays[0]?.date} choice={choice} />
      ) : (
        <View className={styles.days}>
          {freeDays.map(({ date, starts }) => (
            <View key={date} className={styles.day} {...semantics({ role: 'group', label: dayText(date, now) })}>
              <View className={classNames(styles.date, 't-caption muted t-centre')}>{dayText(date, now)}</View>
              <Times date={date} starts={starts} choice={choice} />
            </View>
          ))}
        </View>
      )}
      <View className={styles.whole} {...pressable({ role: 'link', onPress: () => setWhole(!isWhole) })}>
        {isWhole ? '收起' : '全部时间'}
        {!isWhole && <Icon name="chevron-down" size={14} />}
      </View>
    </>
  )
}

type Choice = Pick<Props, 'isChosen' | 'onPress' | 'toggles'>

function Times({ date, starts, choice }: { date: string; starts: readonly Start[]; choice: Choice }) {
  const now = useMinute()
  const { isChosen, onPress, toggles } = choice
  return starts.map((start) => {
    const isOn = isChosen(date, start)
    const time = timeOf(start.beginTimeSlot)
    return (
      <View
        key={start.beginTimeSlot}
        className={classNames(styles.start, isOn && styles.on)}
        hoverClass={onPress ? styles.pressed : 'none'}
        {...(onPress &&
          pressable({
            ...(toggles && { pressed: isOn, label: `${dayText(date, now)} ${time}` }),
            onPress: () => onPress(date, start),
          }))}
      >
        {isOn && toggles && <Icon name="check" size={16} />}
        {time}
      </View>
    )
  })
}

type WholeProps = { coachId: string; courseId: string | undefined; first: string | undefined; choice: Choice }

/** A day to choose, and all its free times by the part of the day. */
function WholeDay({ coachId, courseId, first, choice }: WholeProps) {
  const today = dayOf(useMinute())
  const [chosen, setChosen] = useState<string>()
  const days = stripDaysOf(today, undefined)
  const date = days.find(({ day }) => day === (chosen ?? first))?.day ?? today
  const { data, cause, isPending, isFetching, refetch } = useCoachStarts(coachId, { date, courseId })
  const skeleton = useSkeleton(isPending)
  const content = () => {
    if (skeleton)
      return (
        <SkeletonGroup>
          <Skeleton height={TIMES_HEIGHT} radius={12} />
        </SkeletonGroup>
      )
    if (!data)
      return cause && <ErrorBlock title="时间没有取到" cause={cause} onRetry={refetch} busy={isFetching} compact />
    if (data.length === 0) return <View className="t-sub muted t-centre">这一天约满了，看看其他日子</View>
    return PARTS.map((part) => {
      const { from, to } = DAY_PARTS[part]
      const starts = data.filter(({ beginTimeSlot: at }) => from <= at && at <= to)
      return (
        starts.length > 0 && (
          <View key={part} {...semantics({ role: 'group', label: PART_NAMES[part] })}>
            <View className="t-caption muted">{PART_NAMES[part]}</View>
            <View className={styles.times}>
              <Times date={date} starts={starts} choice={choice} />
            </View>
          </View>
        )
      )
    })
  }
  return (
    <>
      <View className={styles.strip}>
        <DateStrip days={days} value={date} onChange={setChosen} />
      </View>
      <View className={styles.parts}>{content()}</View>
    </>
  )
}
