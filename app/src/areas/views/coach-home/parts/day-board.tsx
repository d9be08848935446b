import type { CoachLock } from '@paidang/api/areas/locks'
import type { Day } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { px } from '../../../../ui/px'
import { semantics } from '../../../../ui/semantics'
import { clockText } from '../../../../ui/time-format'
import { ClassBlock, LockBlock } from './board-block'
import { boardSpan, hourOn, type Placed, placeBlocks } from './board-layout'
import type { ClassState, CoachClass } from './coach-class'
import styles from './day-board.module.scss'

/** Heights in px at design width. Source: ux specification "我的日程". */
const HOUR = 48
const HALF_HOUR = HOUR / 2
/** The gap between consecutive blocks. */
const GAP = 2
/** The minimum distance of two times in the column, in hours. */
const NEAR_HOURS = 0.35
/** Space for the hour on the first line, and for the last one. */
const MARGIN = 16

/** A block on the board: a class in its current state, or a lock of the coach's own time. */
export type Block = { key: string; begin: number; end: number } & (
  | { kind: 'class'; row: CoachClass; standing: ClassState }
  | { kind: 'lock'; lock: CoachLock }
)

type Props = { date: Day; blocks: readonly Block[]; now: Date; onLock: (lock: CoachLock) => void }

/** One day hour by hour, 48 px each, with a line for the present. Overlapping blocks are side by side. */
export function DayBoard({ date, blocks, now, onLock }: Props) {
  const nowHour = hourOn(date, now)
  const { from, to } = boardSpan(blocks, nowHour)
  const topOf = (hour: number) => MARGIN + (hour - from) * HOUR
  const hours = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  return (
    <View className={styles.board} style={{ height: px((to - from) * HOUR + 2 * MARGIN) }}>
      {hours.map((hour) => (
        <View key={hour} className={styles.hour} style={{ top: px(topOf(hour)) }} {...semantics({ hidden: true })}>
          <View className={styles.time}>{isHidden(hour, nowHour) ? '' : timeOf(hour * 2)}</View>
          <View className={styles.line} />
        </View>
      ))}
      <View className={styles.blocks} {...semantics({ role: 'list', label: '这一天的日程' })}>
        {placeBlocks(blocks).map((placed) => (
          <View
            key={placed.block.key}
            className={styles.place}
            style={placeOf(placed, topOf(placed.block.begin / 2))}
            {...semantics({ role: 'listitem' })}
          >
            {placed.block.kind === 'class' ? (
              <ClassBlock
                row={placed.block.row}
                standing={placed.block.standing}
                slots={placed.block.end - placed.block.begin}
                isNarrow={placed.lanes > 1}
              />
            ) : (
              <LockBlock lock={placed.block.lock} onPress={onLock} />
            )}
          </View>
        ))}
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

function placeOf({ block, lane, lanes }: Placed<Block>, top: number) {
  return {
    top: px(top + GAP / 2),
    height: px((block.end - block.begin) * HALF_HOUR - GAP),
    left: `${(lane / lanes) * 100}%`,
    width: `${100 / lanes}%`,
  }
}
