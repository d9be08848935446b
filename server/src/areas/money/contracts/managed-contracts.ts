import { queryContracts } from '@paidang/api/areas/money/admin-contracts'
import { contractStatusOf } from '@paidang/domain/areas/money/contracts/contract'
import { dayOf } from '@paidang/domain/kernel/day'
import { and, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { companies, companyMembers, courses } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { users } from '../../../tables/identities.ts'
import { isTakenBack } from '../../../tables/roster.ts'
import { priceRange } from './contracts.ts'

const coaches = alias(users, 'coaches')

const selectContracts = (db: Database) =>
  db
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
      priceRange,
      expiryDate: contracts.expiryDate,
      refundedAt: contracts.refundedAt,
      createdAt: contracts.createdAt,
    })
    .from(contracts)
    .innerJoin(users, eq(users.id, contracts.userId))
    .innerJoin(companies, eq(companies.id, contracts.companyId))
    .innerJoin(courses, eq(courses.id, contracts.courseId))
    .leftJoin(coaches, eq(coaches.id, contracts.coachId))
    .$dynamic()

export default plugin([
  // The latest first, without those of undone imports. Those of a coach are with the companies that they teach for.
  handle(queryContracts, ({ query, db, now }) => {
    const { userId, companyId, coachId, isActive } = query
    const today = dayOf(now)
    const active = sql`(${contracts.expiryDate} >= ${today}::date and ${contracts.remainingSessions} > 0)`
    const where = and(
      sql`not ${isTakenBack(sql`${contracts}`)}`,
      userId === undefined ? undefined : eq(contracts.userId, userId),
      companyId === undefined ? undefined : eq(contracts.companyId, companyId),
      coachId === undefined
        ? undefined
        : sql`${contracts.coachId} = ${coachId} and ${contracts.companyId} in (
            select m.company_id from ${companyMembers} m where m.user_id = ${coachId})`,
      isActive === undefined ? undefined : isActive ? active : sql`not ${active}`,
    )
    return pageOf(db, selectContracts(db), {
      where,
      order: [desc(contracts.id)],
      query,
      present: ({ createdAt, priceRange: prices, ...row }) => ({
        ...row,
        priceRange: prices ?? undefined,
        contractStatus: contractStatusOf(row, today),
        createTime: createdAt.toISOString(),
      }),
    })
  }),
])
