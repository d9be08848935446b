import { type ImportValues, studentKey } from '@paidang/domain/areas/activities/roster/import-rows'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { rosterStudents } from '../../../tables/roster.ts'
import { openContracts } from '../../money/contracts/ledger.ts'
import { insertUnclaimed } from '../../people/profile/unclaimed.ts'
import { insertRelations } from '../../people/relations/student-relations.ts'

/** A student of a company, by the number and the name of a table. */
type Known = { userId: string; remaining: number }

/**
 * The students of a company with these numbers, by `studentKey`: those whom it registered, and accounts with the same
 * verified number and name that are students there. Who claimed counts as the account.
 */
export async function listKnownStudents(
  db: Database,
  { companyId, phones }: { companyId: string; phones: readonly string[] },
): Promise<Map<string, Known>> {
  if (phones.length === 0) return new Map()
  const { rows } = await db.execute<{ key: string; userId: string; remaining: string }>(sql`
    with wanted as (select jsonb_array_elements_text(${JSON.stringify([...new Set(phones)])}::jsonb) as phone),
    known as (
      select r.phone, r.name, case when r.state = 'CLAIMED' then r.account_id else r.user_id end as user_id, 1 as place
      from ${rosterStudents} r join wanted using (phone)
      where r.company_id = ${companyId} and r.state <> 'WITHDRAWN'
      union all
      select u.phone, u.nickname, u.id, 2 from ${users} u join wanted using (phone)
      where u.phone_verified and u.closed_at is null and (
        exists (select 1 from ${studentRelations} s join ${companyMembers} m on m.user_id = s.coach_id
          where s.player_id = u.id and m.company_id = ${companyId})
        or exists (select 1 from ${contracts} c where c.user_id = u.id and c.company_id = ${companyId}))
    )
    select distinct on (phone, name) phone || '|' || name as key, user_id::text as "userId",
      (select coalesce(sum(c.remaining_sessions), 0) from ${contracts} c
        where c.user_id = known.user_id and c.company_id = ${companyId})::text as remaining
    from known order by phone, name, place`)
  return new Map(rows.map(({ key, userId, remaining }) => [key, { userId, remaining: Number(remaining) }]))
}

/** A student to be written: new, or one of the company. Without hours there is no contract. */
type Entry = {
  values: Omit<ImportValues, 'courseId' | 'sessions' | 'unitPrice' | 'expiryDate'>
  grant?: Pick<ImportValues, 'courseId' | 'sessions' | 'unitPrice' | 'expiryDate'>
  known?: { userId: string }
  reason: string
}

/**
 * Writes students with their contracts in few statements, whatever their number. Entries with one number and name are one
 * person.
 *
 * @returns the student and the contract of each entry
 */
export async function writeRoster(
  tx: Database,
  entries: readonly Entry[],
  { companyId, actorId, now }: { companyId: string; actorId: string; now: Date },
): Promise<{ studentId: string; contractId: string | undefined }[]> {
  const keyOf = ({ values: { phone, name } }: Entry) => studentKey(phone, name)
  const fresh = new Map(entries.filter(({ known }) => !known).map((entry) => [keyOf(entry), entry.values]))
  const ids = await insertUnclaimed(
    tx,
    [...fresh.values()].map(({ name }) => name),
    now,
  )
  const idByKey = new Map([...fresh.keys()].map((key, at) => [key, ids[at] ?? '']))
  const registered = [...fresh].map(([key, { name, phone }]) => ({ userId: idByKey.get(key), name, phone }))
  if (registered.length > 0)
    await tx.execute(sql`
      insert into ${rosterStudents} (user_id, company_id, name, phone, added_by, created_at)
      select "userId", ${companyId}::bigint, name, phone, ${actorId}::bigint, ${now}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(registered)}::jsonb) as r("userId" bigint, name text, phone text)
      order by 1`)
  const students = entries.map((entry) => entry.known?.userId ?? idByKey.get(keyOf(entry)) ?? '')
  await insertRelations(
    tx,
    entries.map(({ values: { coachId } }, at) => ({ coachId, playerId: students[at] ?? '' })),
    now,
  )
  const brought = entries.flatMap(({ values: { coachId }, grant, reason }, at) =>
    grant ? [{ at, coachId, companyId, userId: students[at] ?? '', reason, ...grant }] : [],
  )
  const contractIds = await openContracts(tx, brought, { actorId, now })
  const contractAt = new Map(brought.map(({ at }, place) => [at, contractIds[place]]))
  return students.map((studentId, at) => ({ studentId, contractId: contractAt.get(at) }))
}

/** Whether a person teaches for a company that is open. */
export async function isMemberOf(db: Database, companyId: string, userId: string): Promise<boolean> {
  const rows = await db
    .select({ id: companies.id })
    .from(companyMembers)
    .innerJoin(companies, and(eq(companies.id, companyMembers.companyId), isNull(companies.closedAt)))
    .where(and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, userId)))
  return rows.length > 0
}
