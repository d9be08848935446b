import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { invitations, startOfClass } from '../../../tables/classes.ts'
import { courses } from '../../../tables/companies.ts'
import { contractPhotos, contracts, type LedgerKind, lessonLedger, usedRecords } from '../../../tables/contracts.ts'
import { hourLots } from '../../../tables/packages.ts'

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
  /** What was paid for an hour; without it, the contract's price. */
  unitPrice?: number
  /** When its class begins, if its row does not say so yet. */
  startsAt?: Date
  now: Date
}

const startOf = (invitationId: string | null) =>
  sql`(select ${startOfClass} from ${invitations} where id = ${invitationId}::bigint)`

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
      invitation_id, seat_user_id, round, actor_id, reason, unit_price, created_at, class_starts_at)
    select id, seq, ${m.kind}, ${m.remainingChange}::numeric, ${m.heldChange}::numeric, remaining_sessions, held_sessions,
      ${m.invitationId}::bigint, ${m.seatUserId}::bigint, ${m.round}::int, ${m.actorId}::bigint, ${m.reason},
      coalesce(${m.unitPrice ?? null}::bigint, unit_price), ${m.now}::timestamptz,
      coalesce(${m.startsAt ?? null}::timestamptz, ${startOf(m.invitationId)})
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
  /** What was paid for an hour; without it, the course's present price. */
  unitPrice?: number
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
        coalesce(${c.unitPrice ?? null}::bigint, k.price_per_session), ${c.expiryDate}::date, ${c.now}::timestamptz
      from ${courses} k where k.id = ${c.courseId} and k.company_id = ${c.companyId}
      returning id, remaining_sessions, unit_price
    )
    insert into ${lessonLedger} (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
      invitation_id, actor_id, reason, unit_price, created_at, class_starts_at)
    select id, 1, 'GRANT', remaining_sessions, 0, remaining_sessions, 0, ${c.invitationId}::bigint, ${c.actorId}::bigint,
      ${c.reason}, unit_price, ${c.now}::timestamptz, ${startOf(c.invitationId)}
    from opened returning contract_id`)
  const [row] = result.rows
  if (!row) throw new Error('the course of a new contract is not the company’s')
  return row.contract_id
}

/**
 * Lets the hours of a locked contract have several prices from now on: those that it has are one lot of its own price. A
 * contract that has lots keeps them. Source: decision record 071
 */
export async function openLots(tx: Database, contractId: string): Promise<void> {
  await tx.execute(sql`
    insert into ${hourLots} (contract_id, seq, unit_price, hours, left_hours)
    select c.id, c.seq, c.unit_price, c.remaining_sessions, c.remaining_sessions from ${contracts} c
    where c.id = ${contractId} and not exists (select 1 from ${hourLots} l where l.contract_id = c.id)`)
}

/** Sets the last day of a contract. */
export async function updateExpiry(tx: Database, contractId: string, expiryDate: string): Promise<void> {
  await tx.update(contracts).set({ expiryDate }).where(eq(contracts.id, contractId))
}

/** A contract that begins with hours a club kept elsewhere before, at the price that was paid for them. */
export type BroughtContract = ContractKey & {
  coachId: string
  sessions: number
  unitPrice: number
  expiryDate: string
  reason: string
}

/** Opens many contracts in one statement, each with its first ledger row. @returns their ids, in the order given */
export async function openContracts(
  tx: Database,
  brought: readonly BroughtContract[],
  { actorId, now }: { actorId: string; now: Date },
): Promise<string[]> {
  if (brought.length === 0) return []
  const { rows } = await tx.execute<{ id: string }>(
    sql`select nextval(pg_get_serial_sequence('contracts', 'id'))::text as id from generate_series(1, ${brought.length})`,
  )
  const numbered = brought.map((contract, at) => ({ ...contract, id: rows[at]?.id }))
  await tx.execute(sql`
    with brought as (
      select * from jsonb_to_recordset(${JSON.stringify(numbered)}::jsonb) as b(id bigint, "userId" bigint,
        "courseId" bigint, "companyId" bigint, "coachId" bigint, sessions numeric, "unitPrice" bigint,
        "expiryDate" date, reason text)
    ), opened as (
      insert into ${contracts} (id, user_id, course_id, company_id, coach_id, remaining_sessions, held_sessions, seq,
        unit_price, expiry_date, created_at)
      select id, "userId", "courseId", "companyId", "coachId", sessions, 0, 1, "unitPrice", "expiryDate",
        ${now}::timestamptz from brought order by id
    )
    insert into ${lessonLedger} (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
      actor_id, reason, unit_price, created_at)
    select id, 1, 'GRANT', sessions, 0, sessions, 0, ${actorId}::bigint, reason, "unitPrice", ${now}::timestamptz
    from brought order by id`)
  return numbered.map(({ id = '' }) => id)
}

/** Takes all hours of contracts back, by one negative line each. Nothing may have moved on them since they began. */
export async function takeBackContracts(
  tx: Database,
  contractIds: readonly string[],
  { actorId, reason, now }: Pick<Movement, 'actorId' | 'reason' | 'now'>,
): Promise<void> {
  const { rowCount } = await tx.execute(sql`
    with gone as (
      update ${contracts} c set remaining_sessions = 0, seq = 2 from ${lessonLedger} l
      where c.id = any(${`{${contractIds.join(',')}}`}::bigint[]) and c.seq = 1 and l.contract_id = c.id and l.seq = 1
      returning c.id, l.remaining_after, l.unit_price
    )
    insert into ${lessonLedger} (contract_id, seq, kind, remaining_change, held_change, remaining_after, held_after,
      actor_id, reason, unit_price, created_at)
    select id, 2, 'ADJUST', -remaining_after, 0, 0, 0, ${actorId}::bigint, ${reason}, unit_price, ${now}::timestamptz
    from gone`)
  if (rowCount !== contractIds.length) throw new Error('a contract moved while its hours were taken back')
}

/**
 * Moves the contracts of a registered student to the account that claimed them, with their ledger and their used
 * classes. No balance changes. Source: decision record 053
 */
export async function handOverContracts(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(contracts).set({ userId: to }).where(eq(contracts.userId, from))
  await tx.update(lessonLedger).set({ seatUserId: to }).where(eq(lessonLedger.seatUserId, from))
  await tx.update(usedRecords).set({ userId: to }).where(eq(usedRecords.userId, from))
  await tx.update(contractPhotos).set({ userId: to }).where(eq(contractPhotos.userId, from))
}
