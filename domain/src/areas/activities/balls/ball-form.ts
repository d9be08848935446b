import { addDays, type Day, dayOf, daysBetween, hasBegun } from '../../../kernel/day.ts'
import type { Fen } from '../../../kernel/fen.ts'
import type { HalfHour } from '../../../kernel/half-hour.ts'
import { type NameFault, nameFault } from '../../../kernel/name.ts'
import { CLOSING_HOURS } from './seat-rules.ts'

/** The fields of a game that the rules check. Costs are in fen. Levels are 1.0 to 7.0 in halves. */
export type BallForm = {
  title: string
  stadiumId?: string | null | undefined
  selectedCourt?: number | null | undefined
  place?: string | undefined
  activityDate: Day
  beginTimeSlot: HalfHour
  endTimeSlot: HalfHour
  levelFrom: number
  levelTo: number
  minPlayers: number
  maxPlayers: number
  courtFeeFen: Fen
  extrasFen: Fen
  closingHours: number
}

export type BallRefusal =
  | `ball_title_${NameFault}`
  | 'ball_place_missing'
  | 'ball_time_invalid'
  | 'ball_in_past'
  | 'ball_too_far_ahead'
  | 'ball_levels_invalid'
  | 'ball_players_invalid'
  | 'ball_fee_invalid'
  | 'ball_closing_invalid'

/** Games can be arranged 30 days ahead. On a court of the platform the court's own window applies. */
export const BALL_WINDOW_DAYS = 30
/** The most half-hours of a game: three hours, as for a class. Source: specification §9 "Max selection" */
export const MAX_BALL_HALF_HOURS = 6
/** The highest limit that a venue may set for one person's unpaid games on its courts at a time. */
export const MAX_FREE_BALLS = 20
export const PLAYERS = { least: 2, most: 20 } as const
/** 20,000 yuan for one game. A higher amount is a typing error. */
export const MAX_COST_FEN = 2_000_000
const LEVELS = { least: 1, most: 7 } as const

/**
 * Why this game cannot be arranged now; undefined when it can. `courtWindowDays` is how many days ahead a court of the
 * platform can be taken.
 */
export function whyNotBall(form: BallForm, now: Date, courtWindowDays: number): BallRefusal | undefined {
  const { title, stadiumId, selectedCourt, place = '', activityDate, beginTimeSlot, endTimeSlot } = form
  const faultOfTitle = nameFault(title)
  if (faultOfTitle) return `ball_title_${faultOfTitle}`
  if (!stadiumId && place.trim() === '') return 'ball_place_missing'
  const halfHours = endTimeSlot - beginTimeSlot
  if (halfHours < 1 || halfHours > MAX_BALL_HALF_HOURS) return 'ball_time_invalid'
  if (hasBegun(activityDate, beginTimeSlot, now)) return 'ball_in_past'
  const takesCourt = Boolean(stadiumId) && selectedCourt !== null && selectedCourt !== undefined
  const lastDay = addDays(dayOf(now), (takesCourt ? courtWindowDays : BALL_WINDOW_DAYS) - 1)
  if (daysBetween(activityDate, lastDay) < 0) return 'ball_too_far_ahead'
  return whyNotRules(form)
}

/** Why these rules of a game are invalid: its levels, numbers, costs and closing time. */
function whyNotRules(form: BallForm): BallRefusal | undefined {
  const { levelFrom, levelTo, minPlayers, maxPlayers, courtFeeFen, extrasFen, closingHours } = form
  const areHalves = Number.isInteger(levelFrom * 2) && Number.isInteger(levelTo * 2)
  if (!areHalves || levelFrom < LEVELS.least || levelFrom > levelTo || levelTo > LEVELS.most)
    return 'ball_levels_invalid'
  const areWhole = Number.isInteger(minPlayers) && Number.isInteger(maxPlayers)
  if (!areWhole || minPlayers < PLAYERS.least || minPlayers > maxPlayers || maxPlayers > PLAYERS.most)
    return 'ball_players_invalid'
  const costs = [courtFeeFen, extrasFen, courtFeeFen + extrasFen]
  if (costs.some((fen) => !Number.isInteger(fen) || fen < 0 || fen > MAX_COST_FEN)) return 'ball_fee_invalid'
  if (!Number.isInteger(closingHours) || closingHours < CLOSING_HOURS.least || closingHours > CLOSING_HOURS.most)
    return 'ball_closing_invalid'
  return undefined
}
