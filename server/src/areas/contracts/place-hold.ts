import type { Database } from '../../db/database.ts'
import { type ContractsOfSeats, findPayingContract, lockContracts } from './hold-queries.ts'
import { moveHours } from './queries.ts'

/** What a seat asks of its player's contracts. `day` is the class's; `sessions` a positive number of lesson hours. */
export type HoldWanted = {
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
 * Locks every contract that seats may hold hours on or give hours back to, by id. Who moves the hours of several seats
 * does this first, so that two such people never wait for each other.
 */
export async function lockContractsOfSeats(tx: Database, wanted: ContractsOfSeats): Promise<void> {
  await lockContracts(tx, wanted)
}

/**
 * Sets hours of a seat aside on the player's earliest-expiring contract of the course that can pay and does not expire
 * before the class. Chosen under lock, so that of two classes for the last hours one gets them.
 *
 * @returns the contract's id; null when no contract can pay, and then nothing is written
 * Source: decision "The life of a class invitation"
 */
export async function placeHold(tx: Database, wanted: HoldWanted): Promise<string | null> {
  const { courseId, day, sessions, seatUserId: userId, ...hold } = wanted
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
