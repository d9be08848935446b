import type { ActiveClass } from '@paidang/api/areas/admin-classes'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { asLiteral } from '../../../db/like-pattern.ts'
import { hasStatus, idsOfClassesOf, invitations } from '../../../tables/classes.ts'
import { companies } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { stoodUntil } from './unfinished-queries.ts'

/** A class with its row and names, without its players. */
export type ActiveClassRow = Omit<ActiveClass, 'players' | 'signedAt'> & { signedAt: Date | null }

type Query = Page & {
  stadiumId?: string | undefined
  /** Who booked or joined, and who teaches. With either, classes of every status match, the latest first. */
  userId?: string | undefined
  coachId?: string | undefined
  keyword?: string | undefined
  isUnfinished?: boolean | undefined
  now: Date
}

/** SQL condition: a class waits for its answer or is active. Each of the two cases has its own index. */
const isStanding = (now: Date): SQL => sql`(${invitations.invitationStatus} = 'CONFIRMED'
  or ${invitations.invitationStatus} = 'PENDING' and ${invitations.expiresAt} > ${now})`

/** One page of the classes that wait or are active at `now`, the earliest first, or of all classes of a person. */
export async function pageActiveClasses(
  db: Database,
  { stadiumId, userId, coachId, keyword, isUnfinished, now, ...page }: Query,
): Promise<{ rows: ActiveClassRow[]; total: number }> {
  const { courseDate, beginTimeSlot, id } = invitations
  const hasEnded = stoodUntil(now) as SQL
  const pattern = `%${asLiteral(keyword ?? '')}%`
  const named = [invitations.courseDesignName, users.nickname, companies.companyName, venues.name]
  const isOfPerson = userId !== undefined || coachId !== undefined
  const inOrder = isOfPerson ? desc : asc
  const where = and(
    isOfPerson ? undefined : isStanding(now),
    userId === undefined ? undefined : sql`${invitations.id} in ${idsOfClassesOf(userId)}`,
    coachId === undefined ? undefined : eq(invitations.coachId, coachId),
    stadiumId === undefined ? undefined : eq(invitations.stadiumId, stadiumId),
    isUnfinished === undefined ? undefined : isUnfinished ? hasEnded : sql`not ${hasEnded}`,
    keyword ? or(...named.map((column) => sql`${column} ilike ${pattern}`)) : undefined,
  )
  const rows = await db
    .select({
      id,
      courseDesignName: invitations.courseDesignName,
      coach: { id: users.id, nickname: users.nickname, avatar: users.avatar },
      companyName: companies.companyName,
      stadiumId: invitations.stadiumId,
      stadiumName: venues.name,
      courtName: courts.name,
      courseDate,
      beginTimeSlot,
      endTimeSlot: invitations.endTimeSlot,
      invitationStatus: sql<ActiveClass['invitationStatus']>`case when ${hasStatus(['EXPIRED'], now)} then 'EXPIRED'
        else ${invitations.invitationStatus} end`,
      signedAt: invitations.signedAt,
      isUnfinished: sql<boolean>`${hasEnded}`,
      revision: invitations.revision,
    })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.coachId))
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .innerJoin(courts, eq(courts.id, invitations.courtId))
    .where(where)
    .orderBy(inOrder(courseDate), inOrder(beginTimeSlot), inOrder(id))
    .limit(page.rows)
    .offset(offsetOf(page))
  const [counted] = await db
    .select({ total: sql<number>`count(*)`.mapWith(Number) })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.coachId))
    .innerJoin(companies, eq(companies.id, invitations.companyId))
    .innerJoin(venues, eq(venues.id, invitations.stadiumId))
    .where(where)
  return { rows, total: counted?.total ?? 0 }
}
