import { errors } from '@paidang/api/catalogue/errors'
import type { Day } from '@paidang/domain/kernel/day'
import { type HalfHour, timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { showToast } from '../../../../platform/toast'
import { ActionBar } from '../../../../ui/action-bar'
import { Button } from '../../../../ui/button'
import { classNames } from '../../../../ui/class-names'
import { DateStrip, type DateStripDay } from '../../../../ui/date-strip'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { pressable, semantics } from '../../../../ui/semantics'
import { CourtGrid } from '../../schedule/court-grid-view'
import type { GridPlace } from '../../schedule/grid-keys'
import { type LegendLook, LOCK_LOOKS, looksIn, type RowLook, waitingRows } from '../../schedule/grid-look'
import { Legend } from '../../schedule/legend-view'
import { type Chosen, choiceOf, columnToggled, filled, type LockDay, lockRowsOf, pressed } from '../lock-grid'
import styles from '../locks-view.module.scss'
import { chosenText } from './lock-labels'

type Column = { courtCode: string; name: string; surface: string }

type Props = {
  days: DateStripDay[]
  date: Day
  onDate: (date: Day) => void
  /** The state of reading the day. */
  read: { cause: string | undefined; isFetching: boolean; refetch: () => unknown }
  /** The day, once it is read. */
  day: LockDay | undefined
  /** The size that is drawn before the day is read. */
  frame: { courts: readonly Column[]; firstStart: HalfHour; lastStart: HalfHour }
  choice: LockChoice
  /** The name of the grid for screen readers. */
  label: string
  onPress: (place: GridPlace) => void
  /** Shown between dates and legend. */
  tools?: ReactNode
}

/** In the grid for locking, `mine` means any class, and a free half-hour can be locked. */
const NAMES: Partial<Record<LegendLook, string>> = { mine: '有约课' }

const NOTHING_READ: RowLook[] = []

/** The day to lock: dates, legend, grid. A press chooses one half-hour, a press on a name its whole column. */
export function LockPanel({ days, date, onDate, read, day, frame, choice, label, onPress, tools }: Props) {
  const { chosen, fill, toggleColumn, clear } = choice
  const rows = useMemo(() => (day ? lockRowsOf(day, chosen) : undefined), [day, chosen])
  const waiting = useMemo(() => waitingRows(frame.courts, frame), [frame])
  const target = useEntry(rows)
  return (
    <View className={classNames(styles.panel, 'col-0')}>
      <View className={styles.strip}>
        <DateStrip days={days} value={date} onChange={onDate} />
      </View>
      {tools}
      <View className={styles.legend}>
        <Legend looks={looksIn(rows ?? NOTHING_READ, LOCK_LOOKS)} names={NAMES} />
      </View>
      {day && read.cause && (
        <View className="keep in-0-8">
          <Notice
            tone="wait"
            icon="warning"
            tail={
              <Button kind="plain" size="s" busy={read.isFetching} onPress={read.refetch}>
                重试
              </Button>
            }
          >
            场地时间没有更新，可能不是最新的
          </Notice>
        </View>
      )}
      <View className={styles.gridBox}>
        {!day && read.cause ? (
          <ErrorBlock title="这一天没有取到" cause={read.cause} onRetry={read.refetch} busy={read.isFetching} compact />
        ) : (
          <CourtGrid
            courts={day?.columns ?? frame.courts}
            rows={rows ?? waiting}
            endTime={timeOf((day ?? frame).lastStart + 1)}
            label={label}
            onPress={onPress}
            onExtend={fill}
            onFill={fill}
            onCourt={toggleColumn}
            onClear={clear}
            target={target}
          />
        )}
      </View>
    </View>
  )
}

/** Returns where the grid opens, set once: at the first half-hour that can be locked. */
function useEntry(rows: readonly RowLook[] | undefined): GridPlace | undefined {
  const [target, setTarget] = useState<GridPlace>()
  const hasEntered = useRef(false)
  // This runs before the first paint of the grid; otherwise the grid would visibly jump.
  useLayoutEffect(() => {
    if (!rows || hasEntered.current) return
    hasEntered.current = true
    const row = rows.findIndex(({ cells }) => cells.some(({ look }) => look === 'available'))
    setTarget({ row: Math.max(0, row), column: 0 })
  }, [rows])
  return target
}

type LockBarProps = {
  choice: LockChoice
  columns: readonly { name: string }[]
  /** The repetition of the lock as text, and the function that opens the choice. */
  repeat: { text: string; onOpen: () => void }
  actions: ReactNode
  /** What has just been locked, until something else is chosen. */
  done?: ReactNode
}

/** The bar at the foot: the selection, its repetition, and the button. */
export function LockBar({ choice: { locking, opening }, columns, repeat, actions, done }: LockBarProps) {
  const chosen = [...locking, ...opening]
  const { title, line } = chosenText(chosen, columns)
  return (
    <ActionBar actions={actions}>
      {chosen.length === 0 && done ? (
        done
      ) : chosen.length === 0 ? (
        <>
          <View className="t-strong-20 ink">{errors.lock_slots_missing.message}</View>
          <View className="t-caption muted">点一下开始，再点一下结束；点名称选整列</View>
        </>
      ) : (
        <>
          <View className="t-strong-20 ink">{title}</View>
          <View className="t-caption muted">
            <Facts>
              {line}
              {`已选 ${chosen.length} 格`}
            </Facts>
          </View>
          {locking.length > 0 && (
            <View
              className={classNames(styles.repeat, 't-caption brand')}
              {...pressable({ onPress: repeat.onOpen, popup: 'dialog' })}
            >
              {repeat.text}
              <Icon name="chevron-right" size={12} />
            </View>
          )}
        </>
      )}
    </ActionBar>
  )
}

type LockedLineProps = { text: string; busy: boolean; onUndo: () => void }

/** In the bar: what has just been locked, and the button to undo it. */
export function LockedLine({ text, busy, onUndo }: LockedLineProps) {
  return (
    <View className={styles.locked}>
      <View className="t-strong-20 ink" {...semantics({ role: 'status' })}>
        {text}
      </View>
      <Button kind="plain" size="s" busy={busy} label={`撤销，${text}`} onPress={onUndo}>
        撤销
      </Button>
    </View>
  )
}

/** Source: design "设置不可约时段". */
const LESSON_FIRST = '该时段有约课，请先处理'

const NONE: readonly Chosen[] = []

type Kept = { scope: string; chosen: readonly Chosen[]; repeatUntil: Day | undefined }

/**
 * Returns the selection on a day, the end of its repetition, and the press handlers. `scope` names the day and the
 * venue or coach. Another scope starts empty.
 */
export function useLockChoice(day: LockDay | undefined, scope: string) {
  const empty: Kept = { scope, chosen: NONE, repeatUntil: undefined }
  const [last, setKept] = useState(empty)
  const kept = last.scope === scope ? last : empty
  const { chosen, repeatUntil } = kept
  const choice = day ? choiceOf(day, chosen) : { locking: [], opening: [] }
  const keep = (next: readonly Chosen[]) => setKept({ ...kept, chosen: next })
  return {
    chosen,
    repeatUntil,
    ...choice,
    /** What the button for locking still needs. */
    lacks: choice.locking.length > 0 ? undefined : errors.lock_slots_missing.message,
    press(place: GridPlace) {
      if (!day) return
      const { chosen: next, refused } = pressed(day, chosen, place)
      if (refused) showToast(LESSON_FIRST, { tone: 'failed' })
      else keep(next)
    },
    fill(from: GridPlace, to: GridPlace) {
      if (day) keep(filled(day, chosen, from, to))
    },
    toggleColumn(column: number) {
      if (day) keep(columnToggled(day, chosen, column))
    },
    repeat: (until: Day | undefined) => setKept({ ...kept, repeatUntil: until }),
    clear: () => setKept(empty),
    /** Removes these half-hours from the selection; the rest stays chosen. */
    release: (done: readonly Chosen[]) => setKept({ ...empty, chosen: chosen.filter((cell) => !done.includes(cell)) }),
  }
}

/** The selection on the shown day, and the press handlers. */
type LockChoice = ReturnType<typeof useLockChoice>
