import { outcomes } from '@paidang/api/catalogue/outcomes'
import { addDays, type Day, dayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingClassPath } from '../../../paths'
import { goTo } from '../../../platform/navigate'
import { failureText } from '../../../platform/toast'
import { useMinute } from '../../../platform/use-minute'
import { classNames } from '../../../ui/class-names'
import { Empty } from '../../../ui/empty'
import { ErrorBlock } from '../../../ui/error-block'
import { ListEnd, usePullOf } from '../../../ui/paged-list'
import { semantics } from '../../../ui/semantics'
import { RefreshBar, useSkeleton } from '../../../ui/skeleton'
import { dayText } from '../../../ui/time-format'
import { Windowed } from '../../../ui/windowed'
import { ClassCard, ClassListSkeleton } from './class-card'
import { type AgendaSpan, type MyClass, useAgenda } from './my-classes-data'
import styles from './my-classes-view.module.scss'

/** 日程: the caller's classes day by day from today on, each beside its time. Days without a class are folded. */
export function MyClassesAgenda() {
  const agenda = useAgenda()
  const { data, error, isPending, isFetching, isFetchingNextPage } = agenda
  const skeleton = useSkeleton(isPending)
  usePullOf(agenda, outcomes.listInvitationRecords)

  if (skeleton) return <ClassListSkeleton />
  if (!data) {
    return error ? (
      <ErrorBlock
        title="日程没有取到"
        cause={failureText(outcomes.listInvitationRecords, error)}
        onRetry={agenda.refetch}
        busy={isFetching}
      />
    ) : null
  }
  if (data.rows.length === 0) {
    return (
      <Empty
        title="接下来没有课"
        line="约好的课会按日期排在这里"
        action={{ text: '去约课', onPress: () => goTo(bookingClassPath()) }}
      />
    )
  }
  return (
    <>
      <RefreshBar on={isFetching && !isFetchingNextPage} />
      <Days rows={data.rows} span={data.span} />
      <ListEnd list={agenda} of="约课" />
    </>
  )
}

/** Blocks of a long agenda that are rendered or removed together. */
const BLOCKS_TOGETHER = 4

function Days({ rows, span }: { rows: readonly MyClass[]; span: AgendaSpan }) {
  const now = useMinute()
  const next = nextClass(rows, now)
  return (
    <View className="in-0-8">
      <Windowed count={rows.length} step={BLOCKS_TOGETHER}>
        {agendaOf(rows, span).map((block) =>
          block.kind === 'gap' ? (
            <View key={block.from} className={classNames(styles.gap, 't-sub muted')}>
              <View className={styles.gapLine} {...semantics({ hidden: true })} />
              {gapText(block, now)}
            </View>
          ) : (
            <View key={block.day}>
              <DayHead day={block.day} count={block.rows.length} now={now} />
              {block.rows.map((row) => (
                <Entry key={`${row.invitation.id}-${row.role}`} row={row} now={now} isNext={row === next} />
              ))}
            </View>
          ),
        )}
      </Windowed>
    </View>
  )
}

function DayHead({ day, count, now }: { day: string; count: number; now: Date }) {
  const { name, date } = dayHead(day, now)
  return (
    <View
      className={classNames(styles.day, 'baseline-8')}
      {...semantics({ role: 'heading', level: 2, label: `${name} ${date}，${count} 节课` })}
    >
      <View className="t-headline">{name}</View>
      <View className="fill t-sub muted">{date}</View>
      <View className="t-caption muted">{`${count} 节`}</View>
    </View>
  )
}

function Entry({ row, now, isNext }: { row: MyClass; now: Date; isNext: boolean }) {
  const { beginTimeSlot, endTimeSlot, endsAt } = row.invitation
  const isOver = endsAt.getTime() <= now.getTime()
  return (
    <View className={classNames(styles.entry, isOver && styles.over, isNext && styles.next)}>
      <View className={styles.time} {...semantics({ hidden: true })}>
        <View className={styles.begin}>{timeOf(beginTimeSlot)}</View>
        <View className="t-caption muted">{timeOf(endTimeSlot)}</View>
      </View>
      <View className={styles.rail} {...semantics({ hidden: true })}>
        <View className={styles.mark} />
      </View>
      <View className={styles.card}>
        <ClassCard row={row} now={now} timed />
      </View>
    </View>
  )
}

/** A block of the agenda: a day with its classes, or a run of days without any, both ends included. */
type AgendaBlock<Row> = { kind: 'day'; day: Day; rows: Row[] } | { kind: 'gap'; from: Day; to: Day }

type Timed = { invitation: { courseDate: Day; beginTimeSlot: number } }

/** Returns the classes of a span, day by day and by begin. Consecutive days without classes are one block. */
export function agendaOf<Row extends Timed>(rows: readonly Row[], { from, until }: AgendaSpan): AgendaBlock<Row>[] {
  const byDay = new Map<Day, Row[]>()
  for (const row of rows) {
    const { courseDate } = row.invitation
    byDay.set(courseDate, [...(byDay.get(courseDate) ?? []), row])
  }
  const blocks: AgendaBlock<Row>[] = []
  for (let day = from; day < until; day = addDays(day, 1)) {
    const ofDay = byDay.get(day)
    const last = blocks[blocks.length - 1]
    if (ofDay) blocks.push({ kind: 'day', day, rows: ofDay.sort(byBegin) })
    else if (last?.kind === 'gap') last.to = day
    else blocks.push({ kind: 'gap', from: day, to: day })
  }
  return blocks
}

/** Returns the head of a day: 今天, 明天 or the weekday, and the date beside it. */
export function dayHead(day: Day, now: Date): { name: string; date: string } {
  const [date = '', weekday = ''] = dayText(day, now).split(' ')
  const name = relativeName(day, now)
  return name ? { name, date: `${date} ${weekday}` } : { name: weekday, date }
}

/** Returns the text for days without classes: 今天没有课, 11.23 周一没有课, 11.23 周一 至 12.20 周日没有课. */
export function gapText({ from, to }: { from: Day; to: Day }, now: Date): string {
  const nameOf = (day: Day) => relativeName(day, now) ?? dayText(day, now)
  return from === to ? `${nameOf(from)}没有课` : `${nameOf(from)} 至 ${nameOf(to)}没有课`
}

/** Returns the current or next class of classes sorted by time; undefined when all are over. */
export function nextClass<Row extends { invitation: { endsAt: Date } }>(
  rows: readonly Row[],
  now: Date,
): Row | undefined {
  return rows.find(({ invitation }) => now.getTime() < invitation.endsAt.getTime())
}

function relativeName(day: Day, now: Date): string | undefined {
  const today = dayOf(now)
  if (day === today) return '今天'
  return day === addDays(today, 1) ? '明天' : undefined
}

const byBegin = (a: Timed, b: Timed) => a.invitation.beginTimeSlot - b.invitation.beginTimeSlot
