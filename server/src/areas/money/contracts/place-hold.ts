import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { contracts } from '../../../tables/contracts.ts'
import { moveHours } from './ledger.ts'

/** Which contracts: those of these players for a course, and those given by id. */
type ContractsOfSeats = { userIds: readonly string[]; courseId: string; contractIds?: readonly string[] }

/**
 * Locks by id every contract on which seats may hold hours, or to which they may return hours. A caller that moves
 * hours of several seats does this first. Two such callers then cannot deadlock.
 */
export async function lockContractsOfSeats(
  tx: Database,
  { userIds, courseId, contractIds = [] }: ContractsOfSeats,
): Promise<void> {
  if (userIds.length === 0 && contractIds.length === 0) return
  await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      or(
        and(inArray(contracts.userId, [...userIds]), eq(contracts.courseId, courseId)),
        inArray(contracts.id, [...contractIds]),
      ),
    )
    .orderBy(asc(contracts.id))
    .for('update')
}

/**
 * A player's earliest-expiring contract that can pay this many lesson hours of a course on a day. Undefined if there is
 * none.
 */
async function findPayingContract(
  tx: Database,
  { userId, courseId, day, sessions }: { userId: string; courseId: string; day: string; sessions: number },
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: contracts.id })
    .from(contracts)
    .where(
      and(
        eq(contracts.userId, userId),
        eq(contracts.courseId, courseId),
        gte(contracts.expiryDate, day),
        sql`${contracts.remainingSessions} - ${contracts.heldSessions} >= ${sessions}::numeric`,
      ),
    )
    .orderBy(asc(contracts.expiryDate), asc(contracts.id))
    .limit(1)
  return row?.id
}

/**
 * What a seat needs from its player's contracts. `day` is the day of the class. `sessions` is a positive number of
 * lesson hours.
 */
type HoldInput = {
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
 * Holds hours for a seat. It uses the player's earliest-expiring contract of the course that can pay and covers the day
 * of the class. The contract is chosen under lock, so that only one of two concurrent classes gets the last hours.
 *
 * @returns the contract's id; null if no contract can pay, and then nothing is written.
 * Source: decision "The life of a class invitation"
 */
export async function placeHold(tx: Database, input: HoldInput): Promise<string | null> {
  const { courseId, day, sessions, seatUserId: userId, ...hold } = input
  await lockContractsOfSeats(tx, { userIds: [userId], courseId })
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
