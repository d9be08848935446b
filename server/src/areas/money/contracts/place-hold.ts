import type { Database } from '../../../db/database.ts'
import { type ContractsOfSeats, findPayingContract, lockContracts } from './hold-queries.ts'
import { moveHours } from './queries.ts'

/**
 * What a seat needs from its player's contracts. `day` is the day of the class. `sessions` is a positive number of
 * lesson hours.
 */
export type HoldInput = {
  courseId: string
  day: string
  invitationId: string
  seatUserId: string
  round: number
  sessions: number
  actorId: string | null
  reason: string
  now: Date
}

/**
 * Locks by id every contract on which seats may hold hours, or to which they may return hours. A caller that moves
 * hours of several seats does this first. Two such callers then cannot deadlock.
 */
export async function lockContractsOfSeats(tx: Database, input: ContractsOfSeats): Promise<void> {
  await lockContracts(tx, input)
}

/**
 * Holds hours for a seat. It uses the player's earliest-expiring contract of the course that can pay and covers the day
 * of the class. The contract is chosen under lock, so that only one of two concurrent classes gets the last hours.
 *
 * @returns the contract's id; null if no contract can pay, and then nothing is written.
 * Source: decision "The life of a class invitation"
 */
export async function placeHold(tx: Database, input: HoldInput): Promise<string | null> {
  const { courseId, day, sessions, seatUserId: userId, ...hold } = input
  await lockContracts(tx, { userIds: [userId], courseId })
  const contractId = await findPayingContract(tx, { userId, courseId, day, sessions })
  if (contractId === undefined) return null
  const movement = {
    ...hold,
    contractId,
    seatUserId: userId,
    kind: 'HOLD' as const,
    remainingChange: 0,
    heldChange: sessions,
  }
  if (!(await moveHours(tx, movement))) throw new Error(`contract ${contractId} cannot hold what it was found to have`)
  return contractId
}
