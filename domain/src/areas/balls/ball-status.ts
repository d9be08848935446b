/**
 * UNPAID waits for the initiator's payment, OPEN has seats, FULL has none, FINISHED was played, CANCELLED will not be.
 * Source: decision "Ball games"
 */
export const BALL_STATUSES = ['UNPAID', 'OPEN', 'FULL', 'FINISHED', 'CANCELLED'] as const
export type BallStatus = (typeof BALL_STATUSES)[number]

/** Games that stand: people can look forward to them, and take or leave seats. */
export const STANDING_BALLS = ['OPEN', 'FULL'] as const

/** The groups of "my balls" with the statuses in each. Source: decision "Ball games", specification §4 "Lists" */
export const BALL_GROUPS = {
  '1': ['UNPAID', 'OPEN', 'FULL'],
  '2': ['FINISHED'],
  '3': ['CANCELLED'],
  all: BALL_STATUSES,
} as const satisfies Record<string, readonly BallStatus[]>
export type BallGroup = keyof typeof BALL_GROUPS

/** What a player reads of a status. */
export const BALL_STATUS_NAMES: Record<BallStatus, string> = {
  UNPAID: '待支付',
  OPEN: '报名中',
  FULL: '已满员',
  FINISHED: '已结束',
  CANCELLED: '已取消',
}

/**
 * A seat is OFFERED to the first of the waiting list, HELD while its taker pays, FIRM once that is done; LEFT was given
 * back in time or never paid, LEFT_LATE was given back when it cost the fee unless somebody takes it.
 */
export const SEAT_STATES = ['OFFERED', 'HELD', 'FIRM', 'LEFT', 'LEFT_LATE'] as const
export type SeatState = (typeof SEAT_STATES)[number]

/** States of a seat that nobody else can have. Source: invariants B1, B2 */
export const LIVE_SEATS = ['OFFERED', 'HELD', 'FIRM'] as const

/** So often in one game a person may ask to play, and be asked to change places: whoever takes back and asks anew pesters. */
export const MOST_ASKED = 3

/** Who pays: all who play, to the fen; or the initiator alone. */
export const FEE_MODES = ['AA', 'INITIATOR'] as const
export type FeeMode = (typeof FEE_MODES)[number]

/** Who may play. */
export const GENDER_RULES = ['ANY', 'MALE', 'FEMALE'] as const
export type GenderRule = (typeof GENDER_RULES)[number]

/** Source: specification §3 "Enumerations", Match type */
export const MATCH_TYPES = { SINGLE: 0, DOUBLE: 1 } as const
export type MatchType = (typeof MATCH_TYPES)[keyof typeof MATCH_TYPES]

/** Why a game will not be played; VENUE and PLATFORM are those who keep the court, and the operators. */
export const BALL_CANCEL_REASONS = ['INITIATOR', 'TOO_FEW', 'UNPAID', 'VENUE', 'PLATFORM'] as const
export type BallCancelReason = (typeof BALL_CANCEL_REASONS)[number]
