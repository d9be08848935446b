import type { BallDetail, BallSummary } from '@paidang/api/areas/activities/balls'
import type { BallCancelReason, GenderRule } from '@paidang/domain/areas/activities/balls/ball-status'
import { isLevelFit } from '@paidang/domain/areas/activities/balls/seat-rules'
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
import type { TagKind } from '../../../../ui/tag'

/** The form of the text. `short` omits what the reader can infer, `dated` always shows the date. */
type BallWordsForm = 'full' | 'short' | 'dated'

const DAYS_OF_WEEK = 7

/**
 * Formats when a game is: 明天 周六 08:00–10:00, 周二 11.24 19:30–21:00. In short 明天 08:00–10:00, and within the coming week
 * only the weekday.
 */
export function ballWhen(
  { activityDate, beginTimeSlot, endTimeSlot }: Pick<BallSummary, 'activityDate' | 'beginTimeSlot' | 'endTimeSlot'>,
  today: Day,
  form: BallWordsForm,
): string {
  return `${dayText(activityDate, today, form)} ${whenOf(beginTimeSlot, endTimeSlot)}`
}

/** Returns where a game is: the venue with its court, else the place as the initiator wrote it. */
export function ballWhere({
  stadiumName,
  courtName,
  place,
}: Pick<BallSummary, 'stadiumName' | 'courtName' | 'place'>): string {
  return [stadiumName ?? place, courtName].filter(Boolean).join(' ')
}

/** Returns the number of free seats; never below 0. */
export function freeSeats({ maxPlayers, seatsTaken }: Pick<BallSummary, 'maxPlayers' | 'seatsTaken'>): number {
  return Math.max(0, maxPlayers - seatsTaken)
}

/** Returns 单打 or 双打. Source: specification §3 "Match type". */
export function matchTypeName(matchType: number): string {
  return matchType === 0 ? '单打' : '双打'
}

/** Formats the levels that may play: 3.0–4.0. */
export function levelRange({ levelFrom, levelTo }: Pick<BallSummary, 'levelFrom' | 'levelTo'>): string {
  return `${levelFrom.toFixed(1)}–${levelTo.toFixed(1)}`
}

export const GENDER_NAMES: Record<GenderRule, string> = { ANY: '男女不限', MALE: '仅限男', FEMALE: '仅限女' }

/** Formats how many play: 4 人, 4–6 人. */
export function playersText({ minPlayers, maxPlayers }: Pick<BallSummary, 'minPlayers' | 'maxPlayers'>): string {
  return minPlayers === maxPlayers ? `${maxPlayers} 人` : `${minPlayers}–${maxPlayers} 人`
}

/** Why a game was cancelled, as its page says it. */
export const CANCEL_LABELS: Record<BallCancelReason, string> = {
  INITIATOR: '发起人已取消这场球局',
  TOO_FEW: '截止时人数不足，已自动取消',
  UNPAID: '发起人没有按时支付，球局未发布',
  VENUE: '场馆已取消这场球局，原因见消息',
  PLATFORM: '平台已取消这场球局，原因见消息',
}

/** Formats an amount: ¥48, 免费. */
export function feeText(fen: Fen): string {
  return fen > 0 ? `¥${yuanOf(fen)}` : '免费'
}

/** Formats the distance of a game: 1.8 km; undefined without a distance. */
export function distanceText(distanceKm: number | null): string {
  return distanceKm === null ? '' : `${distanceKm.toFixed(1)} km`
}

/** What a game that takes place says of itself, on its card and on its page. */
export const RUNNING_TAG = { text: '进行中', kind: 'ok', icon: null } as const

/**
 * Returns the state of a game as its card shows it to this reader. `level` is the reader's own, null while unknown.
 * `hasBegun`: nobody can join any more.
 */
export function ballTag(
  ball: Pick<
    BallSummary,
    'status' | 'mySeat' | 'isWaiting' | 'maxPlayers' | 'seatsTaken' | 'levelFrom' | 'levelTo' | 'initiatorId'
  >,
  reader: { userId: string | null; level: number | null; hasBegun: boolean },
): { text: string; kind: TagKind; icon?: null } {
  if (ball.status === 'CANCELLED') return { text: '已取消', kind: 'mute' }
  if (ball.status === 'FINISHED') return { text: '已结束', kind: 'mute' }
  if (reader.hasBegun && ball.status !== 'UNPAID') return RUNNING_TAG
  if (ball.status === 'UNPAID' || ball.mySeat === 'HELD') return { text: '待支付', kind: 'wait' }
  if (ball.mySeat === 'OFFERED') return { text: '名额待接受', kind: 'wait' }
  const free = freeSeats(ball)
  if (ball.mySeat === 'CONFIRMED' && ball.initiatorId !== reader.userId) return { text: '已报名', kind: 'ok' }
  if (ball.isWaiting) return { text: '候补中', kind: 'info' }
  if (free === 0) return { text: ball.initiatorId === reader.userId ? '已满员' : '可候补', kind: 'mute' }
  const isOwn = ball.initiatorId === reader.userId
  if (!isOwn && reader.level !== null && !isLevelFit(reader.level, ball)) return { text: '需申请', kind: 'info' }
  return { text: `缺 ${free} 人`, kind: 'wait' }
}

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/** Returns the whole minutes until an instant. A begun minute counts; the result is never below 0. */
export function minutesUntil(at: string, now: Date): number {
  return Math.max(0, Math.ceil((new Date(at).getTime() - now.getTime()) / MINUTE_MS))
}

/** Formats the time until an instant: 2 天 3 小时, 3 小时 20 分, 12 分钟. */
export function leftText(at: string, now: Date): string {
  const minutes = minutesUntil(at, now)
  const days = Math.floor(minutes / DAY_MINUTES)
  const hours = Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES)
  const rest = minutes % HOUR_MINUTES
  if (days > 0) return hours > 0 ? `${days} 天 ${hours} 小时` : `${days} 天`
  if (hours > 0) return rest > 0 ? `${hours} 小时 ${rest} 分` : `${hours} 小时`
  return `${minutes} 分钟`
}

/** Formats an instant: 今天 20:00, 明天 08:00, 11.26 20:00. */
export function momentText(at: string | Date, now: Date): string {
  const instant = new Date(at)
  const [day, today] = [dayOf(instant), dayOf(now)]
  const name = day === today ? '今天' : day === addDays(today, 1) ? '明天' : monthDotDay(day)
  return `${name} ${formatDateTime(instant).slice(11, 16)}`
}

/** Returns the seats that are paid for, or free of charge. */
export function confirmedSeats({ seats }: Pick<BallDetail, 'seats'>): BallDetail['seats'] {
  return seats.filter(({ state }) => state === 'CONFIRMED')
}

/** Formats the day of a game: 明天 周六, 周二 11.24. */
export function dayText(day: Day, today: Day, form: BallWordsForm): string {
  const weekday = WEEKDAY_NAMES[weekdayOf(day)]
  const near = day === today ? '今天' : day === addDays(today, 1) ? '明天' : undefined
  if (form === 'dated') return [near, monthDotDay(day), weekday].filter(Boolean).join(' ')
  if (form === 'full') return near ? `${near} ${weekday}` : `${weekday} ${monthDotDay(day)}`
  if (near) return near
  const away = daysBetween(today, day)
  return away > 0 && away < DAYS_OF_WEEK ? weekday : `${weekday} ${monthDotDay(day)}`
}
