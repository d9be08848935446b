import { type CoachLock, coachLocksOfDay } from '@paidang/api/areas/activities/locks'
import type { Day } from '@paidang/domain/kernel/day'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { useRef, useState } from 'react'
import { bookingViewPath } from '../../../../paths'
import { type HeldRow, useHeldRows } from '../../../../platform/held-rows'
import { goTo } from '../../../../platform/navigate'
import { failureText } from '../../../../platform/toast'
import { ActionSheet, type SheetAction } from '../../../../ui/action-sheet'
import { Avatar } from '../../../../ui/avatar'
import { Button } from '../../../../ui/button'
import { Card } from '../../../../ui/card'
import { classNames } from '../../../../ui/class-names'
import { Dot } from '../../../../ui/dot'
import { Empty } from '../../../../ui/empty'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { px } from '../../../../ui/px'
import { pressable, semantics } from '../../../../ui/semantics'
import { RefreshBar, Skeleton, SkeletonGroup, useSkeleton } from '../../../../ui/skeleton'
import { clockText, dayText } from '../../../../ui/time-format'
import { useUnfinishedClasses } from '../../../activities/classes/unfinished-data'
import { useUnlockOwnTime } from '../../../time/locks/locks-data'
import { useClassesOnDay, useOwnLocks, useWaitingRequests } from '../day-board-data'
import {
  type BoardSpan,
  boardSpan,
  hourOn,
  isWithin,
  overlap,
  type Placed,
  placeBlocks,
  type Timed,
} from './board-layout'
import {
  type ClassState,
  type CoachClass,
  classStateOf,
  endStateOf,
  factsOf,
  onlyStudentOf,
  titleOf,
} from './coach-class'
import styles from './day-board.module.scss'
import { StepButton } from './step-button'

type Props = { date: Day; today: Day; now: Date; day: HeldDay; onWaiting: () => void }

/**
 * Returns classes and locks of a day, each in its place while the coach looks on. What would move one of them, or a
 * class below that waits for the coach, is counted (`later`) and comes once it is asked for.
 */
export function useHeldDay(date: Day, now: Date) {
  const classes = useClassesOnDay(date)
  const locks = useOwnLocks(date)
  const { data: requests = [] } = useWaitingRequests(now)
  const { data: unfinished = [] } = useUnfinishedClasses()
  const isAlone = requests.length === 0 && unfinished.every(({ invitation }) => invitation.courseDate === date)
  const shown = useRef<BoardSpan>()
  const isRead = classes.data !== undefined && !locks.isPending
  const { isBegun, ...held } = useHeldRows(isRead ? itemsOf(classes.data ?? [], locks.data ?? []) : undefined, {
    isFetching: classes.isFetching || locks.isFetching,
    isIn: (item) => item.kind === 'lock' || classStateOf(item.row, now) !== undefined,
    keyOf: ({ key }) => key,
    of: locks.data ? date : `${date} without locks`,
    fits: (item, seen) =>
      shown.current ? isWithin(shown.current, item) && !seen.some((other) => overlap(item, other)) : isAlone,
  })
  if (!isBegun) shown.current = undefined
  if (!shown.current && held.rows.length > 0) {
    shown.current = boardSpan(
      held.rows.map(({ row }) => row),
      hourOn(date, now),
    )
  }
  const stale = [classes, locks].find(({ data, isError }) => data !== undefined && isError)
  return { classes, locks, requests, stale, span: shown.current, ...held }
}

export type HeldDay = ReturnType<typeof useHeldDay>

/** The board of the day, or its replacement while there is none. */
export function BoardCard({ date, today, now, day, onWaiting }: Props) {
  const { classes, locks, requests } = day
  const [opened, setOpened] = useState<CoachLock>()
  const [isOpen, setIsOpen] = useState(false)
  const skeleton = useSkeleton(classes.isPending || locks.isPending)

  const body = () => {
    if (skeleton) return <BoardSkeleton />
    if (!classes.data || locks.isPending) {
      return classes.cause ? (
        <ErrorBlock
          compact
          title="这一天的课没有取到"
          cause={classes.cause}
          busy={classes.isFetching}
          onRetry={classes.refetch}
        />
      ) : null
    }
    if (!day.span) {
      return (
        <Empty
          compact
          title={date === today ? '今天没有课' : '这一天没有课'}
          line={requests.length > 0 ? `有 ${requests.length} 个约课等你确认` : '替学员约课，或把时间留给自己'}
          action={requests.length > 0 ? { text: '看看待确认', onPress: onWaiting } : undefined}
        />
      )
    }
    return (
      <DayBoard
        date={date}
        blocks={day.rows}
        span={day.span}
        now={now}
        onLock={(lock) => {
          setOpened(lock)
          setIsOpen(true)
        }}
      />
    )
  }
  return (
    <>
      {locks.error && !locks.data && (
        <Notice
          tone="bad"
          icon="warning"
          tail={
            <Button size="s" kind="plain" busy={locks.isFetching} onPress={locks.refetch}>
              重试
            </Button>
          }
        >
          {failureText(coachLocksOfDay.outcome, locks.error)}
        </Notice>
      )}
      <Card flush className={styles.card}>
        <View className={styles.refresh}>
          <RefreshBar on={classes.isFetching && !classes.isPending} />
        </View>
        {body()}
      </Card>
      <UnlockSheet lock={opened} open={isOpen} onClose={() => setIsOpen(false)} now={now} />
    </>
  )
}

/**
 * The key has the time: a class that moves is over in one place, and new in the other. No two locks have the same, so
 * that one that is removed and set again is the same.
 */
function itemsOf(classes: readonly CoachClass[], locks: readonly CoachLock[]): Item[] {
  const timed = (
    name: string,
    { beginTimeSlot: begin, endTimeSlot: end }: Pick<CoachLock, 'beginTimeSlot' | 'endTimeSlot'>,
  ) => ({
    key: `${name}-${begin}-${end}`,
    begin,
    end,
  })
  return [
    ...classes.map((row): Item => ({ kind: 'class', ...timed(`class-${row.invitation.id}`, row.invitation), row })),
    ...locks.map((lock): Item => ({ kind: 'lock', ...timed('lock', lock), lock })),
  ]
}

const SKELETON_BLOCKS = [72, 72, 48] as const

function BoardSkeleton() {
  return (
    <SkeletonGroup>
      <View className={styles.skeleton}>
        {SKELETON_BLOCKS.map((height, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the boxes never change.
          <Skeleton key={at} height={height} radius={12} />
        ))}
      </View>
    </SkeletonGroup>
  )
}

/** Heights in px at design width. Source: ux specification "我的日程". */
const HOUR = 48
const HALF_HOUR = HOUR / 2
/** The gap between consecutive blocks. */
const GAP = 2
/** The minimum distance of two times in the column, in hours. */
const NEAR_HOURS = 0.35
/** Space for the hour on the first line, and for the last one. */
const MARGIN = 16

/** What a day has: a class, or a lock of the coach's own time. */
type Item = { key: string; begin: number; end: number } & (
  | { kind: 'class'; row: CoachClass }
  | { kind: 'lock'; lock: CoachLock }
)

type DayBoardProps = {
  date: Day
  blocks: readonly HeldRow<Item>[]
  span: BoardSpan
  now: Date
  onLock: (lock: CoachLock) => void
}

/** One day hour by hour, 48 px each, with a line for the present. Overlapping blocks are side by side. */
function DayBoard({ date, blocks, span: { from, to }, now, onLock }: DayBoardProps) {
  const nowHour = hourOn(date, now)
  const topOf = (hour: number) => MARGIN + (hour - from) * HOUR
  const hours = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return (
    <View className={styles.board} style={{ height: px((to - from) * HOUR + 2 * MARGIN) }}>
      {hours.map((hour) => (
        <View key={hour} className={styles.hour} style={{ top: px(topOf(hour)) }} {...semantics({ hidden: true })}>
          <View className={classNames(styles.time, 'keep muted')}>
            {isHidden(hour, nowHour) ? '' : timeOf(hour * 2)}
          </View>
          <View className={styles.line} />
        </View>
      ))}
      <View className={styles.blocks} {...semantics({ role: 'list', label: '这一天的日程' })}>
        {placeBlocks(blocks.map(({ row, isOver }) => ({ ...row, isOver }))).map(({ block, ...lane }) =>
          // A lock that was removed leaves its place free, so that those beside it stay as they are.
          block.kind === 'lock' && block.isOver ? null : (
            <View
              key={block.key}
              className={styles.place}
              style={placeOf({ block, ...lane }, topOf(block.begin / 2))}
              {...semantics({ role: 'listitem' })}
            >
              {block.kind === 'class' ? (
                <ClassBlock
                  row={block.row}
                  standing={(block.isOver ? undefined : classStateOf(block.row, now)) ?? endStateOf(block.row, now)}
                  slots={block.end - block.begin}
                  isNarrow={lane.lanes > 1}
                />
              ) : (
                <LockBlock lock={block.lock} onPress={onLock} />
              )}
            </View>
          ),
        )}
      </View>
      {nowHour !== undefined && nowHour >= from && nowHour <= to && (
        <View className={styles.now} style={{ top: px(topOf(nowHour)) }} {...semantics({ hidden: true })}>
          <View className={styles.clock}>{clockText(now)}</View>
          <View className={styles.nowLine} />
        </View>
      )}
    </View>
  )
}

/** Whether the present time is so near to an hour that it replaces the text of that hour. */
function isHidden(hour: number, nowHour: number | undefined): boolean {
  return nowHour !== undefined && Math.abs(hour - nowHour) < NEAR_HOURS
}

function placeOf({ block, lane, lanes }: Placed<Timed>, top: number) {
  return {
    top: px(top + GAP / 2),
    height: px((block.end - block.begin) * HALF_HOUR - GAP),
    left: `${(lane / lanes) * 100}%`,
    width: `${100 / lanes}%`,
  }
}

/** A longer lock has its name at the top, because its middle may be off the screen. */
const TALL_SLOTS = 8

type ClassProps = {
  row: CoachClass
  standing: ClassState
  /** The length in half-hours. A single one has space for one line. */
  slots: number
  /** It is beside another block. */
  isNarrow: boolean
}

/** A class on the board. It opens its booking view, and offers its one next step. */
function ClassBlock({ row, standing, slots, isNarrow }: ClassProps) {
  const { invitation } = row
  const { beginTimeSlot, endTimeSlot } = invitation
  const student = onlyStudentOf(row)
  const title = titleOf(row)
  const [place = '', course] = factsOf(row)
  const isLow = slots === 1
  const span = `${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`
  const status = standing.step ? `待${standing.text}` : standing.text
  const label = [span, title, place, course, status].filter(Boolean).join('，')
  return (
    <View className={classNames(styles.block, styles[standing.look], isLow && styles.low, isNarrow && styles.narrow)}>
      <View
        className={styles.open}
        hoverClass={styles.pressed}
        {...pressable({ label, onPress: () => goTo(bookingViewPath(invitation.id)) })}
      />
      {student && !isLow && !isNarrow && <Avatar id={student.id} src={student.avatar} size={32} />}
      <View className={styles.words}>
        <View className={styles.title}>{title}</View>
        {!isLow && <BlockFacts place={place} course={course} />}
      </View>
      {standing.step ? (
        <StepButton row={row} step={standing.step} text={standing.text} isLow={isLow} />
      ) : (
        <View className="row-4 keep t-caption">
          <Icon name={standing.icon} size={12} />
          <View className={styles.stateText}>{standing.text}</View>
        </View>
      )}
    </View>
  )
}

/** The place, and the course where it fits completely. */
function BlockFacts({ place, course }: { place: string; course: string | undefined }) {
  return (
    <View className={styles.facts}>
      <View className={styles.fact}>{place}</View>
      {course && (
        <View className={styles.fact}>
          <Dot />
          {course}
        </View>
      )}
    </View>
  )
}

/** A lock of the coach's own time. A press offers to remove it. */
function LockBlock({ lock, onPress }: { lock: CoachLock; onPress: (lock: CoachLock) => void }) {
  const { beginTimeSlot, endTimeSlot, reason } = lock
  const slots = endTimeSlot - beginTimeSlot
  const label = [`${timeOf(beginTimeSlot)} 至 ${timeOf(endTimeSlot)}`, '不可约', reason].filter(Boolean).join('，')
  return (
    <View
      className={classNames(styles.block, styles.lock, slots === 1 && styles.low, slots > TALL_SLOTS && styles.tall)}
      {...pressable({ label, popup: 'menu', onPress: () => onPress(lock) })}
    >
      <View className={styles.words}>
        <View className={styles.title}>不可约</View>
        {reason !== '' && slots > 1 && <View className={styles.reason}>{reason}</View>}
      </View>
      <Icon name="lock" size={16} />
    </View>
  )
}

type UnlockSheetProps = {
  /** The lock that was pressed; it is kept during the closing animation. */
  lock: CoachLock | undefined
  open: boolean
  onClose: () => void
  now: Date
}

/** 解除锁定: removes this time only, or also every later one of its repetition. */
function UnlockSheet({ lock, open, onClose, now }: UnlockSheetProps) {
  const unlock = useUnlockOwnTime({ onDone: onClose, onClash: onClose })
  if (!lock) return null
  const { id, date, beginTimeSlot, endTimeSlot, seriesId } = lock
  const weekly: SheetAction<'one' | 'series'>[] =
    seriesId === null ? [] : [{ key: 'series', icon: 'calendar', text: '解除这次和之后每周的锁定' }]
  return (
    <ActionSheet
      open={open}
      onClose={onClose}
      caption={`${dayText(date, now)} ${whenOf(beginTimeSlot, endTimeSlot)} 不可约`}
      actions={[{ key: 'one', icon: 'lock', text: seriesId === null ? '解除锁定' : '只解除这一次' }, ...weekly]}
      onSelect={(which) => unlock.act({ id, series: which === 'series' })}
    />
  )
}
