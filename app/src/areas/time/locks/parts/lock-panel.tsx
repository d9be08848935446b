import type { Day } from '@paidang/domain/kernel/day'
import { type HalfHour, timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../../ui/button'
import { DateStrip, type DateStripDay } from '../../../../ui/date-strip'
import { ErrorBlock } from '../../../../ui/error-block'
import { Notice } from '../../../../ui/notice'
import { CourtGrid } from '../../schedule/court-grid-view'
import type { GridPlace } from '../../schedule/grid-keys'
import { type LegendLook, LOCK_LOOKS, looksIn, type RowLook, waitingRows } from '../../schedule/grid-look'
import { Legend } from '../../schedule/legend-view'
import { type LockDay, lockRowsOf } from '../lock-grid'
import type { LockChoice } from '../use-lock-choice'
import styles from './lock-panel.module.scss'

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
    <View className={styles.panel}>
      <View className={styles.strip}>
        <DateStrip days={days} value={date} onChange={onDate} />
      </View>
      {tools}
      <View className={styles.legend}>
        <Legend looks={looksIn(rows ?? NOTHING_READ, LOCK_LOOKS)} names={NAMES} />
      </View>
      {day && read.cause && (
        <View className={styles.stale}>
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
