import type { Fen } from '../../kernel/fen.ts'
import type { FeeMode } from './ball-status.ts'

/**
 * What each player pays beforehand of a cost that all share: his part should no more than the least number play, so that
 * whatever comes of it he only ever gets money back. In fen, rounded up.
 * Source: decision "Ball games", AA
 */
export function prepaidShare(costFen: Fen, minPlayers: number): Fen {
  return Math.ceil(costFen / minPlayers)
}

/**
 * What an initiator pays who publishes a game, in fen: a share of a cost that all share. Of a cost that they bear alone the
 * whole, but only for a court that the platform sells: elsewhere nothing is owed to the platform.
 * Source: decision record 024
 */
export function publishDue(game: { feeMode: FeeMode; costFen: Fen; minPlayers: number; isOnCourt: boolean }): Fen {
  if (game.feeMode === 'AA') return prepaidShare(game.costFen, game.minPlayers)
  return game.isOnCourt ? game.costFen : 0
}

/** No court costs less than so much a half-hour, in fen. What venues ask is not known, and a form may say one fen. */
export const LEAST_COURT_FEN = 1_000

/**
 * Whether the platform has, or asks before a game is published, the money for the court that it stands on. An initiator who
 * bears the cost pays it whole; of a cost that all share it is there once the least number has paid. Below what any court costs
 * nothing is paid for.
 * Source: decision record 024
 */
export function isCourtPaid(game: {
  feeMode: FeeMode
  courtFeeFen: Fen
  halfHours: number
  minPlayers: number
  paidSeats: number
}): boolean {
  if (game.courtFeeFen < game.halfHours * LEAST_COURT_FEN) return false
  return game.feeMode === 'INITIATOR' || game.paidSeats >= game.minPlayers
}

/**
 * The parts of a cost that `players` share, in the order of their seats: they differ by one fen at most, the first bear the
 * odd ones, and together they are the cost exactly.
 *
 * @throws RangeError without players
 */
export function sharesOf(costFen: Fen, players: number): Fen[] {
  if (!Number.isInteger(players) || players < 1) throw new RangeError(`Not a number of players: ${players}`)
  const part = Math.floor(costFen / players)
  const odd = costFen - part * players
  return Array.from({ length: players }, (_, index) => part + (index < odd ? 1 : 0))
}
