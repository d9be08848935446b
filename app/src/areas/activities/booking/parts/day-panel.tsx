import { SELECTION_TEXTS } from '@paidang/domain/areas/time/schedule/selection-texts'
import { timeOf, whenOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { memo, type ReactNode, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../../ui/button'
import { classNames } from '../../../../ui/class-names'
import { DateStrip } from '../../../../ui/date-strip'
import { Facts } from '../../../../ui/dot'
import { ErrorBlock } from '../../../../ui/error-block'
import { Icon } from '../../../../ui/icon'
import { Notice } from '../../../../ui/notice'
import { Switch } from '../../../../ui/switch'
import { CourtGrid } from '../../../time/schedule/court-grid-view'
import type { GridPlace } from '../../../time/schedule/grid-keys'
import { isShut, looksIn, type RowLook, SLOT_LOOKS, waitingRows } from '../../../time/schedule/grid-look'
import { Legend } from '../../../time/schedule/legend-view'
import { nextFreeDay, weekdayAndDate } from '../../../time/schedule/strip-days'
import { AlertButton, type Subject } from '../../vacancies/alert-button'
import { useAfter } from '../after-press'
import { type BookingDay, entryPlace } from '../booking-day'
import type { SlotActions } from '../slot-actions'
import styles from './day-panel.module.scss'
import { bringIntoSight } from './into-sight'

type Props = {
  booking: BookingDay
  actions: SlotActions
  /** Each increase makes the row of 允许冲突 pulse once. */
  pulses: number
  /** On a desktop: full legend, switch beside it, a line about the keyboard. */
  wide?: boolean
  /** What 允许冲突 means here, shown while it is on. */
  conflictText?: string
  /** Called when a finger has moved the grid. */
  onDragged?: () => void
  /** What one may wait for, while a day or its evening is full. */
  awaited?: Subject | undefined
  /** Shown in place of the grid while there is no venue to show. */
  children: ReactNode
}

/** The two weeks of dates do not change with a press in the grid. */
const Strip = memo(DateStrip)

/**
 * The day panel: dates, number of free cells, 允许冲突, legend, and the grid or its replacement. A press on a date or on a
 * half-hour shows in the next frame. What a date brings with it comes in the frame after.
 */
export function DayPanel(props: Props) {
  const { booking, actions, wide } = props
  const shown = useAfter(props, booking.date)
  return (
    <View className={classNames(styles.panel, 'col-0', wide && styles.wide)}>
      <View className={styles.strip}>
        <Strip days={booking.days} value={booking.date} onChange={actions.chooseDate} />
      </View>
      <DayOfPanel {...shown} />
    </View>
  )
}

/** Everything about the chosen date. */
const DayOfPanel = memo(function DayOfPanel({
  booking,
  actions,
  pulses,
  wide = false,
  conflictText,
  onDragged,
  awaited,
  children,
}: Props) {
  const { allowConflict, grid } = booking
  const conflictSwitch = (
    <Switch checked={allowConflict} onChange={actions.setAllowConflict}>
      <View className={classNames(allowConflict && styles.strong)}>允许冲突</View>
    </Switch>
  )
  // A selector takes no colons.
  const gridId = `grid-${useId().replace(/:/g, '')}`
  // The line is there before the day is loaded, so that the grid does not move when it comes.
  const looks = wide || allowConflict ? SLOT_LOOKS : (grid?.looks ?? looksIn([]))
  return (
    <>
      {wide ? (
        <View key={pulses} className={classNames(styles.desktopTools, 'row-16 keep', pulseOf(pulses))}>
          <Legend looks={looks} wraps />
          <View className={classNames(styles.desktopSwitch, 'keep', allowConflict && styles.amber)}>
            {allowConflict && conflictText && <View className="row-4 t-sub">{conflictText}</View>}
            {conflictSwitch}
          </View>
        </View>
      ) : (
        <>
          <View
            key={pulses}
            className={classNames(styles.tools, 'keep', allowConflict && styles.amber, pulseOf(pulses))}
          >
            {allowConflict ? (
              <View className="row-4 t-sub">
                <Icon name="warning" size={16} />
                {conflictText ?? SELECTION_TEXTS.conflictOn}
              </View>
            ) : (
              <FreeLine booking={booking} />
            )}
            {conflictSwitch}
          </View>
          <View className={styles.legend}>
            <Legend looks={looks} wraps={allowConflict} />
          </View>
        </>
      )}
      <StaleNotice booking={booking} />
      <View id={gridId} className={styles.gridBox}>
        <GridArea id={gridId} booking={booking} actions={actions} onDragged={onDragged}>
          {children}
        </GridArea>
      </View>
      {/* Below the grid, which therefore stays where it is when a day comes. */}
      <FullNotice booking={booking} awaited={awaited} onChooseDate={actions.chooseDate} />
      {wide && grid && <KeyboardLine booking={booking} />}
    </>
  )
})

function pulseOf(pulses: number) {
  return pulses > 0 && styles.pulse
}

/** Shows the day and its number of free half-hours: 周日 11.22 · 可约 58 格. */
function FreeLine({ booking: { date, grid, marks } }: { booking: BookingDay }) {
  const free = grid?.freeCells ?? marks.data?.find((mark) => mark.date === date)?.freeCells
  return (
    <View className="t-sub muted">
      <Facts>
        {weekdayAndDate(date)}
        {free !== undefined && (
          <View className={styles.inline}>
            可约 <View className={styles.count}>{free}</View> 格
          </View>
        )}
      </Facts>
    </View>
  )
}

type FullProps = Pick<Props, 'booking' | 'awaited'> & { onChooseDate: SlotActions['chooseDate'] }

/** Shown when the whole day, or its evening, is taken: says where there is room, or that one may be told. */
function FullNotice({ booking, awaited, onChooseDate }: FullProps) {
  const { grid, date, marks, slots } = booking
  if (!grid || slots.length > 0) return null
  const alert = awaited && <AlertButton subject={awaited} day={date} />
  if (grid.freeCells > 0)
    return awaited && isEveningFull(grid.rows) ? (
      <View className="keep in-8-8">
        <Notice tone="wait" tail={alert}>
          晚上已约满
        </Notice>
      </View>
    ) : null
  const toCome = grid.rows.flatMap(({ cells }) => cells).filter(({ look }) => look !== 'past' && look !== 'mine')
  const isOver = toCome.length === 0
  const what = isOver
    ? '今天的时间已过'
    : toCome.every(({ look }) => look === 'venueClosed')
      ? '当天场馆闭馆'
      : toCome.every(({ look }) => isShut(look))
        ? '当天场地停用'
        : '当天已约满'
  const next = nextFreeDay(date, marks.data ?? [])
  return (
    <View className="col-8 keep in-8-8">
      <Notice
        tone="wait"
        tail={
          next && (
            <Button kind="plain" size="s" onPress={() => onChooseDate(next)}>
              {weekdayAndDate(next)}
            </Button>
          )
        }
      >
        {next ? `${what}，换个日期看看` : '两周内都已约满，换个场馆或教练看看'}
      </Notice>
      {!isOver && awaited && <AlertButton subject={awaited} day={date} full />}
    </View>
  )
}

const EVENING = 36

/** Whether an evening has hours to come and none of them is free. */
function isEveningFull(rows: readonly RowLook[]): boolean {
  const cells = rows.filter(({ timeIndex }) => timeIndex >= EVENING).flatMap((row) => row.cells)
  return cells.some(({ look }) => look !== 'past') && cells.every(({ look }) => look !== 'available')
}

type GridAreaProps = Pick<Props, 'booking' | 'actions' | 'onDragged' | 'children'> & { id: string }

function GridArea({ id, booking, actions, onDragged, children }: GridAreaProps) {
  const { venue, status, grid, date, marks } = booking
  const target = useEntry(id, booking)
  const waiting = useMemo(() => (venue ? waitingRows(venue.courts, venue) : []), [venue])
  if (!venue) return children
  if (!grid && status.cause) {
    const other = nextFreeDay(date, marks.data ?? [])
    return (
      <ErrorBlock
        title="场地时间没有取到"
        cause={status.cause}
        onRetry={() => status.refetch()}
        busy={status.isFetching}
        second={other ? { text: '换个日期看看', onPress: () => actions.chooseDate(other) } : undefined}
        compact
      />
    )
  }
  return (
    <CourtGrid
      // Another venue has a new grid with its own scroll position and focus. Another day of the same venue keeps both.
      key={venue.id}
      courts={venue.courts}
      rows={grid?.rows ?? waiting}
      endTime={timeOf(venue.lastStart + 1)}
      label={`${weekdayAndDate(date)} ${venue.name} 场地时间`}
      onPress={actions.press}
      onExtend={actions.extend}
      onClear={actions.clear}
      onDragged={onDragged}
      target={target}
    />
  )
}

/**
 * Returns where the grid opens. It is set once for each venue, and again when a run was chosen other than by a press.
 * With large text, or on a low phone, the grid would open below the window, so the page is scrolled to it as well.
 */
function useEntry(gridId: string, { venue, grid, isWaiting }: BookingDay): GridPlace | undefined {
  const [target, setTarget] = useState<GridPlace>()
  const entered = useRef<string>()
  const wasWaiting = useRef(false)
  const venueId = venue?.id
  // The grid has its place with its venue. Once its half-hours come, a finger may be on its way to a day.
  useLayoutEffect(() => {
    if (venueId) bringIntoSight(gridId, SIGHT)
  }, [gridId, venueId])
  // This runs before the first paint of the grid; otherwise the grid would visibly jump.
  useLayoutEffect(() => {
    const isTaken = wasWaiting.current && !isWaiting
    wasWaiting.current = isWaiting
    if (!grid || !venueId || isWaiting || (entered.current === venueId && !isTaken)) return
    entered.current = venueId
    setTarget(entryPlace(grid.rows))
    if (isTaken) bringIntoSight(gridId, SIGHT)
  }, [gridId, grid, venueId, isWaiting])
  return target
}

/** Where the grid may begin at the latest, and where it is brought otherwise, in heights of the window. */
const SIGHT = { latest: 0.7, broughtTo: 0.35 }

/** Says that the shown data could not be read again and may be out of date. */
function StaleNotice({ booking: { grid, status } }: { booking: BookingDay }) {
  if (!grid || !status.cause) return null
  return (
    <View className="keep in-0-8">
      <Notice
        tone="wait"
        icon="warning"
        tail={
          <Button kind="plain" size="s" busy={status.isFetching} onPress={() => status.refetch()}>
            重试
          </Button>
        }
      >
        场地时间没有更新，可能不是最新的
      </Notice>
    </View>
  )
}

function KeyboardLine({ booking: { venue } }: { booking: BookingDay }) {
  if (!venue) return null
  return (
    <View className={classNames(styles.keys, 'row-16 keep in-8-8 muted')}>
      <View>
        <Facts>{['方向键移动', '空格选择', 'Shift + 方向键连选']}</Facts>
      </View>
      <View>
        <Facts>
          {whenOf(venue.firstStart, venue.lastStart + 1)}
          上下滚动
        </Facts>
      </View>
    </View>
  )
}
