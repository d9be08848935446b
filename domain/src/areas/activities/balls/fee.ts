import type { Fen } from '../../../kernel/fen.ts'
import type { FeeMode } from './ball-status.ts'

/**
 * What each player pays in advance of a shared cost, in fen, rounded up. It is the share if only the minimum number
 * plays. So later settlement only ever gives the player money back.
 * Source: decision "Ball games", AA
 */
export function prepaidShare(costFen: Fen, minPlayers: number): Fen {
  return Math.ceil(costFen / minPlayers)
}

/**
 * What an initiator pays to publish a game, in fen.
 * Of a shared cost it is one share. Of a cost that the initiator bears it is the whole, but only for a court that the
 * platform sells. Elsewhere nothing is owed to the platform.
 * Source: decision record 024
 */
export function publishDue(game: { feeMode: FeeMode; costFen: Fen; minPlayers: number; isOnCourt: boolean }): Fen {
  if (game.feeMode === 'AA') return prepaidShare(game.costFen, game.minPlayers)
  return game.isOnCourt ? game.costFen : 0
}

/** The lowest price of any court per half-hour, in fen. Venues' prices are unknown, and a form may state one fen. */
export const LEAST_COURT_FEN = 1_000

/**
 * Whether the platform has the money for the game's court, or requests it before the game is published.
 * An initiator who bears the cost pays it whole. A shared cost is covered once the minimum number has paid. A cost
 * below any court's price does not count as payment.
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
 * The shares of a cost that `players` split, in the order of their seats. They differ by one fen at most, and the first
 * ones are higher. They add up to exactly the cost.
 *
 * @throws RangeError without players
 */
export function sharesOf(costFen: Fen, players: number): Fen[] {
  if (!Number.isInteger(players) || players < 1) throw new RangeError(`Not a number of players: ${players}`)
  const part = Math.floor(costFen / players)
  const odd = costFen - part * players
  return Array.from({ length: players }, (_, index) => part + (index < odd ? 1 : 0))
}
