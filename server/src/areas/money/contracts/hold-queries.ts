import { and, asc, eq, gte, inArray, or, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { contracts } from '../../../tables/contracts.ts'

/** Which contracts: those of these players for a course, and those given by id. */
export type ContractsOfSeats = { userIds: readonly string[]; courseId: string; contractIds?: readonly string[] }

/** Locks contracts for the rest of the transaction. All callers lock by id, which prevents deadlocks. */
export async function lockContracts(
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
export async function findPayingContract(
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
