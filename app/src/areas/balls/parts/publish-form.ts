import type { BallDetail, BallForm } from '@paidang/api/areas/balls'
import { errors } from '@paidang/api/catalogue/errors'
import { type BallRefusal, whyNotBall } from '@paidang/domain/areas/balls/ball-form'
import type { FeeMode, GenderRule, MatchType } from '@paidang/domain/areas/balls/ball-status'
import { prepaidShare, publishDue, sharesOf } from '@paidang/domain/areas/balls/fee'
import { usualClosingHours } from '@paidang/domain/areas/balls/seat-rules'
import { addDays, DATE_WINDOW_DAYS, type Day, dayOf, instantOf } from '@paidang/domain/kernel/day'
import { type Fen, fenOfYuan, yuanOf } from '@paidang/domain/kernel/fen'
import type { HalfHour } from '@paidang/domain/kernel/half-hour'
import { isTooLateToChange } from '@paidang/domain/kernel/last-change'
import type { Sport } from '@paidang/domain/kernel/sport'
import { asSubmitted } from '../../content/pending-content'

/** A game as its form holds it: amounts as they are typed, half-hours null until they are chosen on a court. */
export type PublishForm = {
  title: string
  sport: Sport
  matchType: MatchType
  genderRule: GenderRule
  placeBy: 'venue' | 'text'
  stadiumId: string | null
  /** Whether the game takes a court of the venue; else people find one when they are there. */
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
  /** Null for the usual ones, which follow the start. */
  closingHours: number | null
  description: string
}

/** What the form asks about, in the order in which it stands. */
export type PublishField = 'title' | 'place' | 'time' | 'levels' | 'players' | 'fee' | 'closing'

const EVENING = { begin: 38, end: 42 } as const

/** A form that is still empty: doubles for four, tomorrow, at a venue if one is named. */
export function emptyForm(today: Day, stadiumId?: string): PublishForm {
  const form: PublishForm = {
    title: '',
    sport: 'tennis',
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

/** A draft of another day as it can go on today: a date that is past moves to tomorrow, where a court is chosen anew. */
export function freshDraft(form: PublishForm, today: Day): PublishForm {
  return form.activityDate >= today ? form : moved({ ...form, activityDate: addDays(today, 1) })
}

/** The form of a game that stands, with its words as they were submitted last. */
export function formOfBall(standing: BallDetail): PublishForm {
  const ball = asSubmitted(standing)
  const cost = ball.courtFeeFen + ball.extrasFen
  return {
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
}

/** An amount as it stands in its field: nothing for none, and no separators. */
function typed(fen: Fen): string {
  return fen === 0 ? '' : yuanOf(fen).replace(/,/g, '')
}

/** Whether a court of ours is chosen on the grid. */
export function isOnCourt({ placeBy, stadiumId, takesCourt }: PublishForm): boolean {
  return placeBy === 'venue' && stadiumId !== null && takesCourt
}

/** The form at another place or on another day: on no court yet, at the time that was chosen. */
export function moved(form: PublishForm): PublishForm {
  const { beginTimeSlot, endTimeSlot } = form
  return { ...form, ...withoutTime(form), ...(beginTimeSlot !== null && { beginTimeSlot, endTimeSlot }) }
}

/** The half-hours that a form begins with once it no longer means those it had: none on a court, else an evening. */
export function withoutTime(form: PublishForm): Pick<PublishForm, 'selectedCourt' | 'beginTimeSlot' | 'endTimeSlot'> {
  const onCourt = isOnCourt(form)
  return {
    selectedCourt: null,
    beginTimeSlot: onCourt ? null : (form.beginTimeSlot ?? EVENING.begin),
    endTimeSlot: onCourt ? null : (form.endTimeSlot ?? EVENING.end),
  }
}

/** Whether a court is still to be chosen, and with it the half-hours that count. */
function lacksCourt(form: PublishForm): boolean {
  return isOnCourt(form) && form.selectedCourt === null
}

/** How many hours before its start the game closes. */
export function closingHoursOf({ closingHours, activityDate, beginTimeSlot }: PublishForm): number {
  return closingHours ?? usualClosingHours(instantOf(activityDate, beginTimeSlot ?? EVENING.begin))
}

/** What the game costs; NaN where a field holds no amount. */
function costOf({ feeBy, courtYuan, extrasYuan }: PublishForm): { courtFeeFen: Fen; extrasFen: Fen } {
  if (feeBy === 'free') return { courtFeeFen: 0, extrasFen: 0 }
  const fenOf = (yuan: string) => (yuan.trim() === '' ? 0 : (fenOfYuan(yuan) ?? Number.NaN))
  return { courtFeeFen: fenOf(courtYuan), extrasFen: fenOf(extrasYuan) }
}

/** The form as it is sent; half-hours that nobody has chosen are an empty span. */
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

/** What keeps the form from being sent: the first thing, in a sentence for its field. */
export function wrongOf(form: PublishForm, now: Date): { field: PublishField; text: string } | undefined {
  const refusal = whyNotBall({ ...bodyOf(form), closingHours: closingHoursOf(form) }, now, DATE_WINDOW_DAYS)
  if (!refusal) return undefined
  const isUnchosen = refusal === 'ball_time_invalid' && lacksCourt(form)
  return { field: FIELD_OF[refusal], text: isUnchosen ? '请在下面选一片场地的时段' : errors[refusal].message }
}

/** What the initiator pays at publishing, in fen; 0 where it costs him nothing, or nobody can tell yet. */
export function dueOf(form: PublishForm): Fen {
  const { courtFeeFen, extrasFen } = costOf(form)
  const cost = courtFeeFen + extrasFen
  if (Number.isNaN(cost) || cost === 0) return 0
  const { feeMode, minPlayers } = bodyOf(form)
  return publishDue({ feeMode, costFen: cost, minPlayers, isOnCourt: isOnCourt(form) })
}

/** What the fee comes to for each: 每人预付 ¥48，满员时每人 ¥40. */
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

/** What of a game that stands can no longer be changed, as far as its form goes. */
export function fixedOf(ball: BallDetail): { fee: boolean; leastPlayers: number } {
  const othersPaid = ball.feeFen > 0 && ball.seats.some(({ state, isInitiator }) => state === 'FIRM' && !isInitiator)
  return { fee: othersPaid, leastPlayers: Math.max(2, ball.seatsTaken) }
}

/** Why this game cannot be changed by this reader now. */
export function whyNotEdit(ball: BallDetail, now: Date): string | undefined {
  if (ball.viewer.role !== 'initiator') return '只有发起人可以修改'
  const isStanding = ball.status === 'UNPAID' || ball.status === 'OPEN' || ball.status === 'FULL'
  if (!isStanding) return errors.ball_settled.message
  const startsAt = new Date(ball.startsAt)
  if (now.getTime() >= startsAt.getTime()) return errors.ball_started.message
  return isTooLateToChange(startsAt, now) ? errors.ball_change_too_late.message : undefined
}

/** The last day that can be chosen: on a court of ours as far as courts are sold. */
export function lastDayOf(form: PublishForm, now: Date, windowDays: number): Day {
  return addDays(dayOf(now), (isOnCourt(form) ? DATE_WINDOW_DAYS : windowDays) - 1)
}
