import type { BallDetail, BallForm } from '@paidang/api/areas/activities/balls'
import { errors } from '@paidang/api/catalogue/errors'
import { type BallRefusal, whyNotBall } from '@paidang/domain/areas/activities/balls/ball-form'
import type { FeeMode, GenderRule, MatchType } from '@paidang/domain/areas/activities/balls/ball-status'
import { prepaidShare, publishDue, sharesOf } from '@paidang/domain/areas/activities/balls/fee'
import { usualClosingHours } from '@paidang/domain/areas/activities/balls/seat-rules'
import {
  addDays,
  DATE_WINDOW_DAYS,
  type Day,
  dayOf,
  instantOf,
  WEEKDAY_NAMES,
  weekdayOf,
} from '@paidang/domain/kernel/day'
import { type Fen, fenOfYuan, yuanOf } from '@paidang/domain/kernel/fen'
import { type HalfHour, timeOf } from '@paidang/domain/kernel/half-hour'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import { SPORT_NAMES, type Sport } from '@paidang/domain/kernel/sport'
import { asSubmitted } from '../../../ground/content/pending-content'
import { levelRange, matchTypeName } from './ball-labels'

/** A game as its form holds it. Amounts are typed texts, half-hours are null until they are chosen on a court. */
export type PublishForm = {
  title: string
  sport: Sport
  matchType: MatchType
  genderRule: GenderRule
  placeBy: 'venue' | 'text'
  stadiumId: string | null
  /** Whether the game takes a court of the venue. Otherwise the players find one on the spot. */
  takesCourt: boolean
  selectedCourt: number | null
  place: string
  activityDate: Day
  beginTimeSlot: HalfHour | null
  endTimeSlot: HalfHour | null
  levelFrom: number
  levelTo: number
  minPlayers: number
  maxPlayers: number
  feeBy: 'free' | FeeMode
  courtYuan: string
  extrasYuan: string
  isPublic: boolean
  /** Null for the default, which depends on the start. */
  closingHours: number | null
  description: string
}

/** The fields of the form, in their order. */
export type PublishField = 'title' | 'place' | 'time' | 'levels' | 'players' | 'fee' | 'closing'

const EVENING = { begin: 38, end: 42 } as const

/** Returns an empty form: doubles for four, tomorrow, at a venue if one is given. */
export function emptyForm(today: Day, stadiumId?: string, sport: Sport = 'tennis'): PublishForm {
  const form: PublishForm = {
    title: '',
    sport,
    matchType: 1,
    genderRule: 'ANY',
    placeBy: 'venue',
    stadiumId: stadiumId ?? null,
    takesCourt: true,
    selectedCourt: null,
    place: '',
    activityDate: addDays(today, 1),
    beginTimeSlot: null,
    endTimeSlot: null,
    levelFrom: 2.5,
    levelTo: 4,
    minPlayers: 4,
    maxPlayers: 4,
    feeBy: 'AA',
    courtYuan: '',
    extrasYuan: '',
    isPublic: true,
    closingHours: null,
    description: '',
  }
  return { ...form, ...withoutTime(form) }
}

/** Returns a stored draft for today. A past date moves to tomorrow, and the court must be chosen again. */
export function freshDraft(form: PublishForm, today: Day): PublishForm {
  return form.activityDate >= today ? form : moved({ ...form, activityDate: addDays(today, 1) })
}

/**
 * Returns the form of an existing game, with the texts that were submitted last. A title that was proposed is left out:
 * it follows what is changed.
 */
export function formOfBall(standing: BallDetail): PublishForm {
  const ball = asSubmitted(standing)
  const cost = ball.courtFeeFen + ball.extrasFen
  const form: PublishForm = {
    title: ball.title,
    sport: ball.sport,
    matchType: ball.matchType === 0 ? 0 : 1,
    genderRule: ball.genderRule,
    placeBy: ball.stadiumId === null ? 'text' : 'venue',
    stadiumId: ball.stadiumId,
    takesCourt: ball.selectedCourt !== null,
    selectedCourt: ball.selectedCourt,
    place: ball.place,
    activityDate: ball.activityDate,
    beginTimeSlot: ball.beginTimeSlot,
    endTimeSlot: ball.endTimeSlot,
    levelFrom: ball.levelFrom,
    levelTo: ball.levelTo,
    minPlayers: ball.minPlayers,
    maxPlayers: ball.maxPlayers,
    feeBy: cost === 0 ? 'free' : ball.feeMode,
    courtYuan: typed(ball.courtFeeFen),
    extrasYuan: typed(ball.extrasFen),
    isPublic: ball.isPublic,
    closingHours: ball.closingHours === usualClosingHours(new Date(ball.startsAt)) ? null : ball.closingHours,
    description: ball.description,
  }
  return form.title === proposedTitle(form, namedVenue(form, ball)) ? { ...form, title: '' } : form
}

/** The venue of a game in its proposed title, for a form that has not left it; only a court names its venue. */
export function namedVenue(form: PublishForm, ball: BallDetail): string | undefined {
  return isOnCourt(form) && form.stadiumId === ball.stadiumId ? (ball.stadiumName ?? undefined) : undefined
}

/** Formats an amount for its field: empty for 0, and without separators. */
function typed(fen: Fen): string {
  return fen === 0 ? '' : yuanOf(fen).replace(/,/g, '')
}

const MAX_TITLE = 40

/** Returns the form with a title: the typed one, else one proposed from time, place, sport and level. */
export function withTitle(form: PublishForm, venueName: string | undefined): PublishForm {
  return form.title.trim() === '' ? { ...form, title: proposedTitle(form, venueName) } : form
}

/** Returns a title from what the form holds so far: 周六 19:00 青杉网球俱乐部 网球双打 3.0–4.0. */
export function proposedTitle(form: PublishForm, venueName: string | undefined): string {
  const { activityDate, beginTimeSlot, sport, matchType } = form
  const place = form.placeBy === 'venue' ? venueName : form.place.trim()
  const begin = beginTimeSlot === null ? undefined : timeOf(beginTimeSlot)
  const what = `${SPORT_NAMES[sport]}${matchTypeName(matchType)}`
  return [WEEKDAY_NAMES[weekdayOf(activityDate)], begin, place, what, levelRange(form)]
    .filter(Boolean)
    .join(' ')
    .slice(0, MAX_TITLE)
}

/** Whether the form needs a court from the grid of a venue. */
export function isOnCourt({ placeBy, stadiumId, takesCourt }: PublishForm): boolean {
  return placeBy === 'venue' && stadiumId !== null && takesCourt
}

/** Returns the form at another place or on another day: without a court, with the chosen time. */
export function moved(form: PublishForm): PublishForm {
  const { beginTimeSlot, endTimeSlot } = form
  return { ...form, ...withoutTime(form), ...(beginTimeSlot !== null && { beginTimeSlot, endTimeSlot }) }
}

/**
 * Returns the time fields without a court. A form that needs a court has no half-hours, any other keeps its time or
 * gets an evening.
 */
export function withoutTime(form: PublishForm): Pick<PublishForm, 'selectedCourt' | 'beginTimeSlot' | 'endTimeSlot'> {
  const onCourt = isOnCourt(form)
  return {
    selectedCourt: null,
    beginTimeSlot: onCourt ? null : (form.beginTimeSlot ?? EVENING.begin),
    endTimeSlot: onCourt ? null : (form.endTimeSlot ?? EVENING.end),
  }
}

/** Whether a court, and with it the valid half-hours, still has to be chosen. */
function lacksCourt(form: PublishForm): boolean {
  return isOnCourt(form) && form.selectedCourt === null
}

/** Returns how many hours before its start the game closes. */
export function closingHoursOf({ closingHours, activityDate, beginTimeSlot }: PublishForm): number {
  return closingHours ?? usualClosingHours(instantOf(activityDate, beginTimeSlot ?? EVENING.begin))
}

/** Returns what the game costs; NaN where a field holds no amount. */
function costOf({ feeBy, courtYuan, extrasYuan }: PublishForm): { courtFeeFen: Fen; extrasFen: Fen } {
  if (feeBy === 'free') return { courtFeeFen: 0, extrasFen: 0 }
  const fenOf = (yuan: string) => (yuan.trim() === '' ? 0 : (fenOfYuan(yuan) ?? Number.NaN))
  return { courtFeeFen: fenOf(courtYuan), extrasFen: fenOf(extrasYuan) }
}

/** Returns the request body of the form. Unchosen half-hours are an empty span. */
export function bodyOf(form: PublishForm): BallForm {
  const onCourt = isOnCourt(form)
  const isUnchosen = lacksCourt(form)
  const atVenue = form.placeBy === 'venue'
  return {
    title: form.title.trim(),
    description: form.description.trim(),
    sport: form.sport,
    matchType: form.matchType,
    stadiumId: atVenue ? form.stadiumId : null,
    selectedCourt: onCourt ? form.selectedCourt : null,
    place: atVenue ? '' : form.place.trim(),
    activityDate: form.activityDate,
    beginTimeSlot: isUnchosen ? 0 : (form.beginTimeSlot ?? 0),
    endTimeSlot: isUnchosen ? 0 : (form.endTimeSlot ?? 0),
    levelFrom: form.levelFrom,
    levelTo: form.levelTo,
    genderRule: form.genderRule,
    minPlayers: form.minPlayers,
    maxPlayers: form.maxPlayers,
    feeMode: form.feeBy === 'INITIATOR' ? 'INITIATOR' : 'AA',
    ...costOf(form),
    isPublic: form.isPublic,
    ...(form.closingHours !== null && { closingHours: form.closingHours }),
  }
}

const FIELD_OF: Record<BallRefusal, PublishField> = {
  ball_title_missing: 'title',
  ball_title_hidden: 'title',
  ball_title_official: 'title',
  ball_place_missing: 'place',
  ball_time_invalid: 'time',
  ball_in_past: 'time',
  ball_too_far_ahead: 'time',
  ball_levels_invalid: 'levels',
  ball_players_invalid: 'players',
  ball_fee_invalid: 'fee',
  ball_closing_invalid: 'closing',
}

/** Returns the first reason why the form cannot be sent, as a message for its field. */
export function wrongOf(form: PublishForm, now: Date): { field: PublishField; text: string } | undefined {
  const refusal = whyNotBall({ ...bodyOf(form), closingHours: closingHoursOf(form) }, now, DATE_WINDOW_DAYS)
  if (!refusal) return undefined
  const isUnchosen = refusal === 'ball_time_invalid' && lacksCourt(form)
  return { field: FIELD_OF[refusal], text: isUnchosen ? '请在下面选一片场地的时段' : errors[refusal].message }
}

/**
 * Returns what the initiator pays at publishing, in fen. 0 where it costs nothing, or where the cost is not known yet.
 */
export function dueOf(form: PublishForm): Fen {
  const { courtFeeFen, extrasFen } = costOf(form)
  const cost = courtFeeFen + extrasFen
  if (Number.isNaN(cost) || cost === 0) return 0
  const { feeMode, minPlayers } = bodyOf(form)
  return publishDue({ feeMode, costFen: cost, minPlayers, isOnCourt: isOnCourt(form) })
}

/** Formats the fee of each player: 每人预付 ¥48，满员时每人 ¥40. */
export function feeLine(form: PublishForm): string {
  const { courtFeeFen, extrasFen } = costOf(form)
  const cost = courtFeeFen + extrasFen
  if (form.feeBy === 'free') return '大家都不用付钱'
  if (Number.isNaN(cost) || cost === 0) return '填写费用后显示每人多少'
  if (form.feeBy === 'INITIATOR' && !isOnCourt(form)) return '你请客，费用自己付给场地，这里不用支付'
  if (form.feeBy === 'INITIATOR') return `你一个人付 ¥${yuanOf(cost)}，别人不用付`
  const [full = 0] = sharesOf(cost, form.maxPlayers)
  const prepaid = prepaidShare(cost, form.minPlayers)
  if (prepaid === full) return `每人预付 ¥${yuanOf(prepaid)}`
  return `每人预付 ¥${yuanOf(prepaid)}，满员时每人 ¥${yuanOf(full)}，多的赛后退回`
}

/** Returns which parts of an existing game can no longer be changed in the form. */
export function fixedOf(ball: BallDetail): { fee: boolean; leastPlayers: number } {
  const othersPaid =
    ball.feeFen > 0 && ball.seats.some(({ state, isInitiator }) => state === 'CONFIRMED' && !isInitiator)
  return { fee: othersPaid, leastPlayers: Math.max(2, ball.seatsTaken) }
}

/** Says why this reader cannot change this game now. */
export function whyNotEdit(ball: BallDetail, now: Date): string | undefined {
  if (ball.viewer.role !== 'initiator') return '只有发起人可以修改'
  const isActive = ball.status === 'UNPAID' || ball.status === 'OPEN' || ball.status === 'FULL'
  if (!isActive) return errors.ball_settled.message
  const startsAt = new Date(ball.startsAt)
  if (now.getTime() >= startsAt.getTime()) return errors.ball_started.message
  return isTooLateToChange(startsAt, now) ? errors.ball_change_too_late.message : undefined
}

/** Returns the last day that can be chosen. With a court it is the last day on which courts can be booked. */
export function lastDayOf(form: PublishForm, now: Date, windowDays: number): Day {
  return addDays(dayOf(now), (isOnCourt(form) ? DATE_WINDOW_DAYS : windowDays) - 1)
}
