import type { ManagedContract } from '@paidang/api/areas/admin-contracts'
import { contractStatusOf } from '@paidang/domain/areas/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'

/** The filter for contracts. Those of a coach are with the companies that they teach for. */
type ContractsQuery = {
  userId?: string | undefined
  companyId?: string | undefined
  coachId?: string | undefined
  isActive?: boolean | undefined
  now: Date
}

function matches({ userId, companyId, coachId, isActive, now }: ContractsQuery): SQL | undefined {
  const active = sql`(${contracts.expiryDate} >= ${dayOf(now)}::date and ${contracts.remainingSessions} > 0)`
  return and(
    userId === undefined ? undefined : eq(contracts.userId, userId),
    companyId === undefined ? undefined : eq(contracts.companyId, companyId),
    coachId === undefined
      ? undefined
      : sql`${contracts.coachId} = ${coachId} and ${contracts.companyId} in (
          select m.company_id from ${companyMembers} m where m.user_id = ${coachId})`,
    isActive === undefined ? undefined : isActive ? active : sql`not ${active}`,
  )
}

const coaches = alias(users, 'coaches')

/** One page of the contracts that match, the latest first. */
export async function pageContracts(
  db: Database,
  { current, rows: limit, ...input }: ContractsQuery & Page,
): Promise<{ rows: ManagedContract[]; total: number }> {
  const where = matches(input)
  const rows = await db
    .select({
      id: contracts.id,
      player: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      coach: { id: coaches.id, nickname: coaches.nickname, avatar: coaches.avatar },
      companyId: contracts.companyId,
      companyName: companies.companyName,
      courseName: courses.courseName,
      remainingSessions: contracts.remainingSessions,
      heldSessions: contracts.heldSessions,
      unitPrice: contracts.unitPrice,
      expiryDate: contracts.expiryDate,
      createdAt: contracts.createdAt,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.userId))
    .innerJoin(companies, eq(companies.id, contracts.companyId))
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .leftJoin(coaches, eq(coaches.id, contracts.coachId))
    .where(where)
    .orderBy(desc(contracts.id))
    .limit(limit)
    .offset(offsetOf({ current, rows: limit }))
  return {
    rows: rows.map(({ createdAt, ...row }) => ({
      ...row,
      contractStatus: contractStatusOf(row, dayOf(input.now)),
      createTime: createdAt.toISOString(),
    })),
    total: await countUpTo(db, db.select({ id: contracts.id }).from(contracts).where(where)),
  }
}
