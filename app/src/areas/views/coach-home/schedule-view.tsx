import type { CoachDayMark } from '@paidang/api/areas/views/coach-home'
import { notices, outcomes } from '@paidang/api/catalogue/outcomes'
import { addDays, type Day, dayOf, monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import Taro, { usePullDownRefresh } from '@tarojs/taro'
import { useState } from 'react'
import { bookingViewPath, dayBoardPath } from '../../../paths'
import { COACH_HOME_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { failureText, showFailed, showToast } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { Card } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { Page } from '../../../ui/page'
import { ListEnd, useNextPageAtBottom, usePullOf } from '../../../ui/paged-list'
import { px } from '../../../ui/px'
import { Segmented } from '../../../ui/segmented'
import { pressable, semantics } from '../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { dateText } from '../../../ui/time-format'
import { bookForStudents } from '../../activities/booking/start-booking'
import { CoachOnly } from '../../people/auth/coach-only'
import { type BoardSpan, boardSpan, hourOn, placeBlocks } from './parts/board-layout'
import { ClassesByMonth, ClassRowsSkeleton } from './parts/class-rows'
import { type ClassState, type CoachClass, classStateOf, factsOf, titleOf } from './parts/coach-class'
import { DAYS_PER_WEEK, daysFrom, mondayOf, useSchedule, useWeek } from './schedule-data'
import styles from './schedule-view.module.scss'

const VIEWS = [
  { key: 'list', text: '列表' },
  { key: 'week', text: '周' },
] as const

const KEYS = [COACH_HOME_KEY]

/** 排期: every class of the coach as a list, and a week at a glance. */
export function ScheduleView() {
  return (
    <Page title="排期">
      <CoachOnly>
        <Schedule />
      </CoachOnly>
    </Page>
  )
}

function Schedule() {
  const [view, setView] = useState<(typeof VIEWS)[number]['key']>('list')
  useFreshOnShow(KEYS)
  return (
    <>
      <View className="in-12-12">
        <Segmented label="查看方式" items={VIEWS} value={view} onChange={setView} />
      </View>
      {view === 'list' ? <ScheduleList /> : <ScheduleWeek />}
    </>
  )
}

/** Every class of the coach by month: future ones first, the nearest first, then past ones. */
function ScheduleList() {
  const now = useMinute()
  const list = useSchedule()
  const { data, error, isPending, isFetching, isFetchingNextPage } = list
  const skeleton = useSkeleton(isPending)
  usePullOf(list, outcomes.listInvitationRecords)
  useNextPageAtBottom(list, () => data && data.rows.length > 0 && showToast(notices.listEnded))

  if (skeleton) return <ClassRowsSkeleton />
  if (!data) {
    return error ? (
      <ErrorBlock
        title="排期没有取到"
        cause={failureText(outcomes.listInvitationRecords, error)}
        onRetry={list.refetch}
        busy={isFetching}
      />
    ) : null
  }
  if (data.rows.length === 0) {
    return (
      <Empty
        title="还没有课"
        line="学员约的课和你替学员约的课都排在这里"
        action={{ text: '替学员约课', onPress: () => bookForStudents(dayOf(new Date())) }}
      />
    )
  }
  return (
    <>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <ClassesByMonth rows={data.rows} now={now} />
      <ListEnd list={list} of="约课" />
    </>
  )
}

/** A week of the coach, with buttons for the weeks before and after it. */
function ScheduleWeek() {
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
      <View className={classNames(styles.head, 'row-0')}>
        <View
          className={classNames(styles.turn, 'centre brand')}
          {...pressable({ label: '上一周', onPress: () => turn(-1) })}
        >
          <Icon name="back" size={18} />
        </View>
        <View className={styles.title} {...semantics({ role: 'heading', level: 2, live: 'polite' })}>
          {`${from === thisWeek ? '本周 ' : ''}${dateText(from, now)}–${monthDotDay(addDays(from, DAYS_PER_WEEK - 1))}`}
        </View>
        <View
          className={classNames(styles.back, 't-sub brand', from === thisWeek && styles.hidden)}
          {...pressable({ disabled: from === thisWeek, onPress: () => setChosen(undefined) })}
        >
          回到本周
        </View>
        <View
          className={classNames(styles.turn, 'centre brand')}
          {...pressable({ label: '下一周', onPress: () => turn(1) })}
        >
          <Icon name="chevron-right" size={18} />
        </View>
      </View>
      <Card flush>
        <RefreshBar on={isFetching && !isPending} />
        {skeleton ? (
          <SkeletonGroup>
            <View className={classNames(styles.skeleton, 'col-12')}>
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

/** In px at design width. A week fits without scrolling. */
const HOUR = 32
const MARGIN = 8

type Block = { begin: number; end: number; row: CoachClass; standing: ClassState }

type Props = { from: Day; rows: readonly CoachClass[]; marks: readonly CoachDayMark[]; now: Date }

/** Seven days side by side, hour by hour. A day opens its board, a class its booking view. */
function WeekBoard({ from, rows, marks, now }: Props) {
  const today = dayOf(now)
  const blocks = rows.flatMap((row): Block[] => {
    const standing = classStateOf(row, now)
    const { beginTimeSlot: begin, endTimeSlot: end } = row.invitation
    return standing ? [{ begin, end, row, standing }] : []
  })
  const span = boardSpan(blocks)
  const height = px((span.to - span.from) * HOUR + 2 * MARGIN)
  const hours = Array.from({ length: span.to - span.from + 1 }, (_, at) => span.from + at)
  const days = daysFrom(from).map((day) => ({
    day,
    blocks: blocks.filter(({ row }) => row.invitation.courseDate === day),
    isResting: marks.some((mark) => mark.date === day && mark.isResting),
  }))
  return (
    <View className={styles.board}>
      <View className={styles.heads}>
        <View className={styles.corner} />
        {days.map(({ day, blocks: ofDay, isResting }) => (
          <DayHead key={day} day={day} isToday={day === today} count={ofDay.length} isResting={isResting} />
        ))}
      </View>
      <View className={styles.body} style={{ height }}>
        {hours.map((hour) => (
          <View
            key={hour}
            className={classNames(styles.hour, 'row-0')}
            style={{ top: px(topOf(span, hour)) }}
            {...semantics({ hidden: true })}
          >
            <View className={classNames(styles.time, 'keep faint t-centre')}>{timeOf(hour * 2)}</View>
            <View className={styles.line} />
          </View>
        ))}
        <View className={styles.days}>
          {days.map(({ day, blocks: ofDay, isResting }) => (
            <View
              key={day}
              className={classNames(styles.day, 'grow', day === today && styles.today, isResting && styles.resting)}
            >
              {placeBlocks(ofDay).map(({ block, lane, lanes }) => (
                <WeekBlock
                  key={block.row.invitation.id}
                  block={block}
                  style={{
                    top: px(topOf(span, block.begin / 2) + 1),
                    height: px(((block.end - block.begin) * HOUR) / 2 - 2),
                    left: `${(lane / lanes) * 100}%`,
                    width: `${100 / lanes}%`,
                  }}
                />
              ))}
              <NowLine hour={hourOn(day, now)} span={span} />
            </View>
          ))}
        </View>
      </View>
      {blocks.length === 0 && <View className={classNames(styles.none, 't-sub muted t-centre')}>这一周没有课</View>}
    </View>
  )
}

type HeadProps = { day: Day; isToday: boolean; count: number; isResting: boolean }

function DayHead({ day, isToday, count, isResting }: HeadProps) {
  const weekday = WEEKDAY_NAMES[weekdayOf(day)]
  const mark = count > 0 ? `${count} 节` : isResting ? '休' : ''
  const label = [isToday ? '今天' : '', weekday, monthDotDay(day), mark].filter(Boolean).join(' ')
  return (
    <View
      className={classNames(styles.dayHead, 'grow t-centre', isToday && styles.headToday)}
      {...pressable({
        role: 'link',
        label,
        current: isToday ? 'date' : undefined,
        onPress: () => goTo(dayBoardPath(day)),
      })}
    >
      <View className={styles.weekday}>{isToday ? '今天' : weekday}</View>
      <View className={styles.date}>{monthDotDay(day)}</View>
      <View className={styles.mark}>{mark}</View>
    </View>
  )
}

function WeekBlock({ block, style }: { block: Block; style: Record<string, string> }) {
  const { row, standing } = block
  const { id, beginTimeSlot, endTimeSlot, courseDate } = row.invitation
  const title = titleOf(row)
  const span = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
  const status = standing.step ? `待${standing.text}` : standing.text
  const label = [`${monthDotDay(courseDate)} ${span}`, title, ...factsOf(row), status].join('，')
  return (
    <View
      className={classNames(styles.block, styles[standing.look])}
      style={style}
      {...pressable({ label, onPress: () => goTo(bookingViewPath(id)) })}
    >
      {title}
    </View>
  )
}

function NowLine({ hour, span }: { hour: number | undefined; span: BoardSpan }) {
  if (hour === undefined || hour < span.from || hour > span.to) return null
  return <View className={styles.now} style={{ top: px(topOf(span, hour)) }} {...semantics({ hidden: true })} />
}

function topOf({ from }: BoardSpan, hour: number): number {
  return MARGIN + (hour - from) * HOUR
}
