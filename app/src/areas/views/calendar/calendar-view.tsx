import { type CalendarEntry, calendarMonth } from '@paidang/api/areas/views/calendar'
import { addMonths, type Month, monthOf, weeksOf } from '@paidang/domain/areas/views/calendar/month'
import { addDays, type Day, dayOf, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useState } from 'react'
import { ballDetailPath, bookingViewPath, threadingOrderPath } from '../../../paths'
import { CALENDAR_KEY } from '../../../platform/cache-keys'
import { useFreshOnShow } from '../../../platform/fresh-on-show'
import { goTo } from '../../../platform/navigate'
import { useUserId } from '../../../platform/session'
import { useMinute } from '../../../platform/use-minute'
import { Button } from '../../../ui/button'
import { Card, CardStack } from '../../../ui/card'
import { classNames } from '../../../ui/class-names'
import { WrappedFacts } from '../../../ui/dot'
import { ErrorBlock } from '../../../ui/error-block'
import { Icon } from '../../../ui/icon'
import { monthText } from '../../../ui/month-days'
import { Page } from '../../../ui/page'
import { usePullOf } from '../../../ui/paged-list'
import { pressable, roving, semantics } from '../../../ui/semantics'
import { SignedOut } from '../../../ui/signed-out'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../ui/skeleton'
import { Tag, type TagKind } from '../../../ui/tag'
import { dayText } from '../../../ui/time-format'
import { useMonth, useReloadCalendar } from './calendar-data'
import styles from './calendar-view.module.scss'
import { FeedCard } from './parts/feed-card'

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

type Props = { day: Day; entries: readonly CalendarEntry[]; now: Date }

/** The entries of a day, in the order of time; each leads to its own page. */
function DayList({ day, entries, now }: Props) {
  const own = entries.filter(({ date }) => date === day)
  const name = nearName(day, now)
  return (
    <View>
      <View className={classNames(styles.head, 'baseline-8')} {...semantics({ role: 'heading', level: 2 })}>
        <View className="t-headline">{name ?? dayText(day, now)}</View>
        {name && <View className="t-sub muted">{dayText(day, now)}</View>}
      </View>
      <Card flush>
        {own.length === 0 && <View className={classNames(styles.nothing, 't-sub muted t-centre')}>这天没有安排</View>}
        <View {...semantics({ role: 'list', label: '当天安排' })}>
          {own.map((entry) => (
            <View key={`${entry.kind}-${entry.id}`} {...semantics({ role: 'listitem' })}>
              <Entry entry={entry} />
            </View>
          ))}
        </View>
      </Card>
    </View>
  )
}

function Entry({ entry }: { entry: CalendarEntry }) {
  const { kind, title, place, statusName } = entry
  const { begin, end } = timesOf(entry)
  const word = KINDS.find((one) => one.kind === kind)?.word ?? ''
  const span = end === '' ? begin : `${begin} 至 ${end}`
  return (
    <View
      className={styles.entry}
      hoverClass={styles.pressed}
      {...pressable({
        label: [word, span, title, place, statusName].join('，'),
        onPress: () => goTo(pathOfEntry(entry)),
      })}
    >
      <View className={styles.time}>
        <View className="t-strong-20">{begin}</View>
        {end !== '' && <View className="t-caption muted">{end}</View>}
      </View>
      <View className="row-0">
        <KindMark kind={kind} />
      </View>
      <View className="words">
        <View className={styles.title}>
          <WrappedFacts>{title.split(' · ')}</WrappedFacts>
        </View>
        <View className="t-caption muted one-line">{place}</View>
      </View>
      <Tag kind={tagOfStatus(statusName)}>{statusName}</Tag>
    </View>
  )
}

type MonthSheetProps = {
  month: Month
  day: Day
  entries: readonly CalendarEntry[]
  now: Date
  isFetching: boolean
  onMonth: (month: Month) => void
  onDay: (day: Day) => void
}

/** A month, week by week from Sunday. Below each day is one sign for each kind of its entries. */
function MonthSheet({ month, day, entries, now, isFetching, onMonth, onDay }: MonthSheetProps) {
  const weeks = weeksOf(month)
  const today = dayOf(now)
  return (
    <Card className={styles.sheet}>
      <RefreshBar on={isFetching} />
      <View className={classNames(styles.sheetHead, 'wrap-0')}>
        <Turn label="上个月" icon="back" onPress={() => onMonth(addMonths(month, -1))} />
        <View className={styles.month} {...semantics({ live: 'polite' })}>
          {monthText(month)}
        </View>
        <Turn label="下个月" icon="chevron-right" onPress={() => onMonth(addMonths(month, 1))} />
        <View className={styles.today}>
          <Button kind="ghost" size="s" label="回到今天" disabled={day === today} onPress={() => onDay(today)}>
            今天
          </Button>
        </View>
      </View>
      <View className={styles.week} {...semantics({ hidden: true })}>
        {WEEKDAY_NAMES.map((name) => (
          <View key={name} className={classNames(styles.weekday, 'fill t-caption muted t-centre')}>
            {name.slice(1)}
          </View>
        ))}
      </View>
      <View
        {...semantics({ role: 'radiogroup', label: '选择日期' })}
        {...roving({ keys: weeks.flat(), value: day, onChange: onDay })}
      >
        {weeks.map((week) => (
          <View key={week[0]} className={styles.week}>
            {week.map((one) => (
              <View
                key={one}
                className={classNames(
                  styles.day,
                  'col-0 grow',
                  one === day && styles.on,
                  one === today && styles.isToday,
                  monthOf(one) !== month && styles.other,
                )}
                data-key={one}
                {...pressable({
                  role: 'radio',
                  checked: one === day,
                  label: spokenDay(one, entries, now),
                  tabIndex: one === day ? 0 : -1,
                  onPress: () => onDay(one),
                })}
              >
                <View className={styles.number}>{Number(one.slice(8))}</View>
                <View className={styles.marks}>
                  {kindsOn(one, entries).map((kind) => (
                    <KindMark key={kind} kind={kind} />
                  ))}
                </View>
              </View>
            ))}
          </View>
        ))}
      </View>
      <View className={classNames(styles.legend, 't-caption muted')} {...semantics({ hidden: true })}>
        {KINDS.map(({ kind, word }) => (
          <View key={kind} className="row-6">
            <KindMark kind={kind} />
            {word}
          </View>
        ))}
      </View>
    </Card>
  )
}

type TurnProps = { label: string; icon: 'back' | 'chevron-right'; onPress: () => void }

function Turn({ label, icon, onPress }: TurnProps) {
  return (
    <View className={classNames(styles.turn, 'centre brand')} {...pressable({ label, onPress })}>
      <Icon name={icon} size={18} />
    </View>
  )
}

/** The sign of a kind: a dot for a class, a ring for a game, a square for a racket. The text names it too. */
function KindMark({ kind }: { kind: CalendarEntry['kind'] }) {
  return <View className={classNames(styles.mark, styles[kind])} {...semantics({ hidden: true })} />
}

type Kind = CalendarEntry['kind']

/** The kinds in the order of their signs; each word is as short as possible. */
const KINDS: readonly { kind: Kind; word: string; unit: string }[] = [
  { kind: 'class', word: '课', unit: '节课' },
  { kind: 'ball', word: '球', unit: '场球局' },
  { kind: 'stringing', word: '线', unit: '单穿线' },
]

/** The page of an entry. */
function pathOfEntry({ kind, id }: Pick<CalendarEntry, 'kind' | 'id'>): string {
  const paths: Record<Kind, (id: string) => string> = {
    class: (one) => bookingViewPath(one),
    ball: (one) => ballDetailPath(one),
    stringing: threadingOrderPath,
  }
  return paths[kind](id)
}

/** The kinds on a day, in the order of their signs. */
function kindsOn(day: Day, entries: readonly CalendarEntry[]): Kind[] {
  return KINDS.map(({ kind }) => kind).filter((kind) => entries.some((one) => one.date === day && one.kind === kind))
}

/** A day for screen readers: 5月2日 周六 今天，2 节课，1 场球局; or 没有安排. */
function spokenDay(day: Day, entries: readonly CalendarEntry[], now: Date): string {
  const date = `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 ${WEEKDAY_NAMES[weekdayOf(day)]}`
  const counts = KINDS.map(({ kind, unit }) => {
    const count = entries.filter((one) => one.date === day && one.kind === kind).length
    return count > 0 ? `${count} ${unit}` : ''
  }).filter(Boolean)
  const near = nearName(day, now)
  return [near ? `${date} ${near}` : date, ...(counts.length > 0 ? counts : ['没有安排'])].join('，')
}

/** 昨天, 今天, 明天; undefined for all others. */
function nearName(day: Day, now: Date): string | undefined {
  const today = dayOf(now)
  const names = new Map([
    [addDays(today, -1), '昨天'],
    [today, '今天'],
    [addDays(today, 1), '明天'],
  ])
  return names.get(day)
}

/** Begin and end of an entry; an entry with a day only is 全天. */
function timesOf({ beginTimeSlot, endTimeSlot }: Pick<CalendarEntry, 'beginTimeSlot' | 'endTimeSlot'>): {
  begin: string
  end: string
} {
  if (beginTimeSlot === null || endTimeSlot === null) return { begin: '全天', end: '' }
  return { begin: timeOf(beginTimeSlot), end: timeOf(endTimeSlot) }
}

/** The tag of a status: pending, active, over, or neutral for all else. */
function tagOfStatus(statusName: string): TagKind {
  if (['待确认', '待支付', '待付款', '候补待确认'].includes(statusName)) return 'wait'
  if (['已确认', '已满员', '待取拍'].includes(statusName)) return 'ok'
  return ['已完成', '已结束'].includes(statusName) ? 'mute' : 'line'
}
