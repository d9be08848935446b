import type { CoachDayMark } from '@paidang/api/areas/coach-home'
import { type Day, dayOf, monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { timeOf } from '@paidang/domain/kernel/half-hour'
import { View } from '@tarojs/components'
import { bookingViewPath, dayBoardPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { classNames } from '../../../../ui/class-names'
import { px } from '../../../../ui/px'
import { pressable, semantics } from '../../../../ui/semantics'
import { type BoardSpan, boardSpan, hourOn, placeBlocks } from './board-layout'
import { type ClassState, type CoachClass, classStateOf, factsOf, titleOf } from './coach-class'
import styles from './week-board.module.scss'
import { daysFrom } from './weeks'

/** In px at design width. A week fits without scrolling. */
const HOUR = 32
const MARGIN = 8

type Block = { begin: number; end: number; row: CoachClass; standing: ClassState }

type Props = { from: Day; rows: readonly CoachClass[]; marks: readonly CoachDayMark[]; now: Date }

/** Seven days side by side, hour by hour. A day opens its board, a class its booking view. */
export function WeekBoard({ from, rows, marks, now }: Props) {
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
            className={styles.hour}
            style={{ top: px(topOf(span, hour)) }}
            {...semantics({ hidden: true })}
          >
            <View className={styles.time}>{timeOf(hour * 2)}</View>
            <View className={styles.line} />
          </View>
        ))}
        <View className={styles.days}>
          {days.map(({ day, blocks: ofDay, isResting }) => (
            <View
              key={day}
              className={classNames(styles.day, day === today && styles.today, isResting && styles.resting)}
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
      {blocks.length === 0 && <View className={styles.none}>这一周没有课</View>}
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
      className={classNames(styles.head, isToday && styles.headToday)}
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
