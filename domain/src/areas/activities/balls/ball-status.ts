/**
 * UNPAID waits for the initiator's payment. OPEN has free seats. FULL has none. FINISHED was played. CANCELLED will not
 * be played.
 * Source: decision "Ball games"
 */
export const BALL_STATUSES = ['UNPAID', 'OPEN', 'FULL', 'FINISHED', 'CANCELLED'] as const
export type BallStatus = (typeof BALL_STATUSES)[number]

/** Active games: they will take place, and seats can be taken or given back. */
export const ACTIVE_BALL_STATUSES = ['OPEN', 'FULL'] as const

/** The groups of "my balls" with the statuses in each. Source: decision "Ball games", specification §4 "Lists" */
export const BALL_GROUPS = {
  '1': ['UNPAID', 'OPEN', 'FULL'],
  '2': ['FINISHED'],
  '3': ['CANCELLED'],
  all: BALL_STATUSES,
} as const satisfies Record<string, readonly BallStatus[]>
export type BallGroup = keyof typeof BALL_GROUPS

/** The status names that players read. */
export const BALL_STATUS_NAMES: Record<BallStatus, string> = {
  UNPAID: '待支付',
  OPEN: '报名中',
  FULL: '已满员',
  FINISHED: '已结束',
  CANCELLED: '已取消',
}

/**
 * OFFERED: offered to the first of the waiting list. HELD: waiting for its payment. CONFIRMED: paid. LEFT: given back
 * in time or never paid. LEFT_LATE: given back late, which costs the fee unless somebody takes the seat.
 */
export const SEAT_STATES = ['OFFERED', 'HELD', 'CONFIRMED', 'LEFT', 'LEFT_LATE'] as const
export type SeatState = (typeof SEAT_STATES)[number]

/** The states in which a seat is taken. Source: invariants B1, B2 */
export const LIVE_SEATS = ['OFFERED', 'HELD', 'CONFIRMED'] as const

/**
 * How often in one game a person may ask to play, and be asked to swap. The limit stops repeated withdrawing and
 * asking.
 */
export const MOST_ASKED = 3

/** Who pays: all players, exact to the fen; or the initiator alone. */
export const FEE_MODES = ['AA', 'INITIATOR'] as const
export type FeeMode = (typeof FEE_MODES)[number]

/** The gender rules of a game. */
export const GENDER_RULES = ['ANY', 'MALE', 'FEMALE'] as const
export type GenderRule = (typeof GENDER_RULES)[number]

/** The match types. Source: specification §3 "Enumerations", Match type */
export const MATCH_TYPES = { SINGLE: 0, DOUBLE: 1 } as const
export type MatchType = (typeof MATCH_TYPES)[keyof typeof MATCH_TYPES]

/** Why a game was cancelled. VENUE is a manager of the venue. PLATFORM is an operator. */
export const BALL_CANCEL_REASONS = ['INITIATOR', 'TOO_FEW', 'UNPAID', 'VENUE', 'PLATFORM'] as const
export type BallCancelReason = (typeof BALL_CANCEL_REASONS)[number]
