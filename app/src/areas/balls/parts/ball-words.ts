import type { BallDetail, BallSummary } from '@paidang/api/areas/balls'
import type { BallCancelReason, GenderRule } from '@paidang/domain/areas/balls/ball-status'
import { isLevelFit } from '@paidang/domain/areas/balls/seat-rules'
import {
  addDays,
  type Day,
  dayOf,
  daysBetween,
  formatDateTime,
  monthDotDay,
  WEEKDAY_NAMES,
  weekdayOf,
} from '@paidang/domain/kernel/day'
import { type Fen, yuanOf } from '@paidang/domain/kernel/fen'
import { whenOf } from '@paidang/domain/kernel/half-hour'
import type { TagKind } from '../../../ui/tag'

/** How much room there is for the words: `short` leaves out what the reader can tell, `dated` always names the date. */
export type BallWordsForm = 'full' | 'short' | 'dated'

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

export const GENDER_NAMES: Record<GenderRule, string> = { ANY: '男女不限', MALE: '仅限男', FEMALE: '仅限女' }

/** How many play: 4 人, 4–6 人. */
export function playersText({ minPlayers, maxPlayers }: Pick<BallSummary, 'minPlayers' | 'maxPlayers'>): string {
  return minPlayers === maxPlayers ? `${maxPlayers} 人` : `${minPlayers}–${maxPlayers} 人`
}

/** Why a game was called off, as its page says it. */
export const CANCEL_WORDS: Record<BallCancelReason, string> = {
  INITIATOR: '发起人已取消这场球局',
  TOO_FEW: '截止时人数不足，已自动取消',
  UNPAID: '发起人没有按时支付，球局未发布',
  VENUE: '场馆已取消这场球局，原因见消息',
  PLATFORM: '平台已取消这场球局，原因见消息',
}

/** An amount as one says it: ¥48, 免费. */
export function feeText(fen: Fen): string {
  return fen > 0 ? `¥${yuanOf(fen)}` : '免费'
}

/** How far away a game is: 1.8 km; nothing without a distance. */
export function distanceText(distanceKm: number | null): string {
  return distanceKm === null ? '' : `${distanceKm.toFixed(1)} km`
}

/** The state of a game as its card shows it to this reader; `level` is his own, null while nobody knows it. */
export function ballTag(
  ball: Pick<
    BallSummary,
    'status' | 'mySeat' | 'isWaiting' | 'maxPlayers' | 'seatsTaken' | 'levelFrom' | 'levelTo' | 'initiatorId'
  >,
  reader: { userId: string | null; level: number | null },
): { text: string; kind: TagKind } {
  if (ball.status === 'CANCELLED') return { text: '已取消', kind: 'mute' }
  if (ball.status === 'FINISHED') return { text: '已结束', kind: 'mute' }
  if (ball.status === 'UNPAID' || ball.mySeat === 'HELD') return { text: '待支付', kind: 'wait' }
  if (ball.mySeat === 'OFFERED') return { text: '名额待接受', kind: 'wait' }
  const free = freeSeats(ball)
  if (ball.mySeat === 'FIRM' && ball.initiatorId !== reader.userId) return { text: '已报名', kind: 'ok' }
  if (ball.isWaiting) return { text: '候补中', kind: 'info' }
  if (free === 0) return { text: ball.initiatorId === reader.userId ? '已满员' : '可候补', kind: 'mute' }
  const isOwn = ball.initiatorId === reader.userId
  if (!isOwn && reader.level !== null && !isLevelFit(reader.level, ball)) return { text: '需申请', kind: 'info' }
  return { text: `缺 ${free} 人`, kind: 'wait' }
}

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Whole minutes until an instant, the begun one counted; never below 0. */
export function minutesUntil(at: string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(at).getTime() - now.getTime()) / MINUTE_MS))
}

/** How long it is until an instant: 2 天 3 小时, 3 小时 20 分, 12 分钟. */
export function leftText(at: string, now: Date): string {
  const minutes = minutesUntil(at, now)
  const days = Math.floor(minutes / DAY_MINUTES)
  const hours = Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES)
  const rest = minutes % HOUR_MINUTES
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`
  if (hours > 0) return rest > 0 ? `${hours} 小时 ${rest} 分` : `${hours} 小时`
  return `${minutes} 分钟`
}

/** An instant as one says it: 今天 20:00, 明天 08:00, 11.26 20:00. */
export function momentText(at: string | Date, now: Date): string {
  const instant = new Date(at)
  const [day, today] = [dayOf(instant), dayOf(now)]
  const name = day === today ? '今天' : day === addDays(today, 1) ? '明天' : monthDotDay(day)
  return `${name} ${formatDateTime(instant).slice(11, 16)}`
}

/** Seats that are paid for, or cost nothing. */
export function firmSeats({ seats }: Pick<BallDetail, 'seats'>): BallDetail['seats'] {
  return seats.filter(({ state }) => state === 'FIRM')
}

/** A day of a game in words: 明天 周六, 周二 11.24. */
export function dayWords(day: Day, today: Day, form: BallWordsForm): string {
  const weekday = WEEKDAY_NAMES[weekdayOf(day)]
  const near = day === today ? '今天' : day === addDays(today, 1) ? '明天' : undefined
  if (form === 'dated') return [near, monthDotDay(day), weekday].filter(Boolean).join(' ')
  if (form === 'full') return near ? `${near} ${weekday}` : `${weekday} ${monthDotDay(day)}`
  if (near) return near
  const away = daysBetween(today, day)
  return away > 0 && away < DAYS_OF_WEEK ? weekday : `${weekday} ${monthDotDay(day)}`
}
