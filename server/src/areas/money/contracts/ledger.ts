import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { courses } from '../../../tables/companies.ts'
import { contracts, type LedgerKind, lessonLedger } from '../../../tables/contracts.ts'

/** One movement of lesson hours. Changes are signed and in steps of 0.5. */
type Movement = {
  contractId: string
  kind: LedgerKind
  remainingChange: number
  heldChange: number
  invitationId: string | null
  seatUserId: string | null
  round: number | null
  actorId: string | null
  reason: string
  now: Date
}

/**
 * Changes a contract's balance and appends the ledger row in one statement. Constraints guarantee that both agree.
 *
 * @returns false if the balance does not allow it: there are too few free hours to hold
 */
export async function moveHours(tx: Database, m: Movement): Promise<boolean> {
  const result = await tx.execute(sql`
    with moved as (
      update ${contracts} set
        remaining_sessions = remaining_sessions + ${m.remainingChange}::numeric,
        held_sessions = held_sessions + ${m.heldChange}::numeric,
        seq = seq + 1
      where id = ${m.contractId}
        and held_sessions + ${m.heldChange}::numeric between 0 and remaining_sessions + ${m.remainingChange}::numeric
      returning id, seq, remaining_sessions, held_sessions, unit_price
    )
    insert into ${lessonLedger} (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
      invitation_id, seat_user_id, round, actor_id, reason, unit_price, created_at)
    select id, seq, ${m.kind}, ${m.remainingChange}::numeric, ${m.heldChange}::numeric, remaining_sessions, held_sessions,
      ${m.invitationId}::bigint, ${m.seatUserId}::bigint, ${m.round}::int, ${m.actorId}::bigint, ${m.reason}, unit_price, ${m.now}::timestamptz
    from moved`)
  return result.rowCount === 1
}

/** The player, the course and the company of a contract. */
export type ContractKey = { userId: string; courseId: string; companyId: string }

/** A contract to be opened, with its first GRANT. */
type NewContract = ContractKey & {
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
