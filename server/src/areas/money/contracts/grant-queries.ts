import { and, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts, lessonLedger } from '../../../tables/contracts.ts'

/** The player, the course and the company of a contract. */
export type ContractKey = { userId: string; courseId: string; companyId: string }

/** A contract's balance and expiry, if it has this player, course and company. Undefined otherwise. */
export async function findContractOf(
  db: Database,
  contractId: string,
  { userId, courseId, companyId }: ContractKey,
): Promise<{ remainingSessions: number; heldSessions: number; expiryDate: string } | undefined> {
  const { remainingSessions, heldSessions, expiryDate } = contracts
  const [row] = await db
    .select({ remainingSessions, heldSessions, expiryDate })
    .from(contracts)
    .where(
      and(
        eq(contracts.id, contractId),
        eq(contracts.userId, userId),
        eq(contracts.courseId, courseId),
        eq(contracts.companyId, companyId),
      ),
    )
  return row
}

/** A contract to be opened, with its first GRANT. */
export type NewContract = ContractKey & {
  /** The coach who signs it. Null if there is none. */
  coachId: string | null
  sessions: number
  expiryDate: string
  /** The class for which it is opened, or null. */
  invitationId: string | null
  actorId: string
  reason: string
  now: Date
}

/**
 * Opens a contract at the course's present price, with its first ledger row.
 *
 * @returns its id
 */
export async function insertContract(tx: Database, c: NewContract): Promise<string> {
  const result = await tx.execute<{ contract_id: string }>(sql`
    with opened as (
      insert into ${contracts} (user_id, course_id, company_id, coach_id, remaining_sessions, held_sessions, seq,
        unit_price, expiry_date, created_at)
      select ${c.userId}::bigint, k.id, k.company_id, ${c.coachId}::bigint, ${c.sessions}::numeric, 0, 1,
        k.price_per_session, ${c.expiryDate}::date, ${c.now}::timestamptz
      from ${courses} k where k.id = ${c.courseId} and k.company_id = ${c.companyId}
      returning id, remaining_sessions, unit_price
    )
    insert into ${lessonLedger} (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
      invitation_id, actor_id, reason, unit_price, created_at)
    select id, 1, 'GRANT', remaining_sessions, 0, remaining_sessions, 0, ${c.invitationId}::bigint, ${c.actorId}::bigint,
      ${c.reason}, unit_price, ${c.now}::timestamptz
    from opened returning contract_id`)
  const [row] = result.rows
  if (!row) throw new Error('the course of a new contract is not the company’s')
  return row.contract_id
}

/** Sets the last day of a contract. */
export async function updateExpiry(tx: Database, contractId: string, expiryDate: string): Promise<void> {
  await tx.update(contracts).set({ expiryDate }).where(eq(contracts.id, contractId))
}

/**
 * Extends a contract that ends sooner until the given day.
 *
 * @returns whether it was extended
 */
export async function extendExpiry(tx: Database, contractId: string, expiryDate: string): Promise<boolean> {
  const rows = await tx
    .update(contracts)
    .set({ expiryDate })
    .where(and(eq(contracts.id, contractId), lt(contracts.expiryDate, expiryDate)))
    .returning({ id: contracts.id })
  return rows.length > 0
}
