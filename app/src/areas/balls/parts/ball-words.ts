import type { BallSummary } from '@paidang/api/areas/balls'
import { addDays, type Day, daysBetween, monthDotDay, WEEKDAY_NAMES, weekdayOf } from '@paidang/domain/kernel/day'
import { whenOf } from '@paidang/domain/kernel/half-hour'

/** How much room a card has for its words: `short` leaves out what the reader can tell. */
export type BallWordsForm = 'full' | 'short'

const DAYS_OF_WEEK = 7

/**
 * When a game is: 明天 周六 08:00–10:00, 周二 11.24 19:30–21:00; in short 明天 08:00–10:00, and the bare weekday within the
 * coming week.
 */
export function ballWhen(
  { activityDate, beginTimeSlot, endTimeSlot }: Pick<BallSummary, 'activityDate' | 'beginTimeSlot' | 'endTimeSlot'>,
  today: Day,
  form: BallWordsForm,
): string {
  return `${dayWords(activityDate, today, form)} ${whenOf(beginTimeSlot, endTimeSlot)}`
}

/** Where a game is: the venue with its court, else the place in the initiator's own words. */
export function ballWhere({
  stadiumName,
  courtName,
  place,
}: Pick<BallSummary, 'stadiumName' | 'courtName' | 'place'>): string {
  return [stadiumName ?? place, courtName].filter(Boolean).join(' ')
}

/** Seats still free; never below 0. */
export function freeSeats({ maxPlayers, seatsTaken }: Pick<BallSummary, 'maxPlayers' | 'seatsTaken'>): number {
  return Math.max(0, maxPlayers - seatsTaken)
}

/** 单打 or 双打. Source: specification §3 "Match type". */
export function matchTypeName(matchType: number): string {
  return matchType === 0 ? '单打' : '双打'
}

/** The levels that may play, 3.0–4.0. */
export function levelRange({ levelFrom, levelTo }: Pick<BallSummary, 'levelFrom' | 'levelTo'>): string {
  return `${levelFrom.toFixed(1)}–${levelTo.toFixed(1)}`
}

function dayWords(day: Day, today: Day, form: BallWordsForm): string {
  const weekday = WEEKDAY_NAMES[weekdayOf(day)]
  const near = day === today ? '今天' : day === addDays(today, 1) ? '明天' : undefined
  if (form === 'full') return near ? `${near} ${weekday}` : `${weekday} ${monthDotDay(day)}`
  if (near) return near
  const away = daysBetween(today, day)
  return away > 0 && away < DAYS_OF_WEEK ? weekday : `${weekday} ${monthDotDay(day)}`
}
