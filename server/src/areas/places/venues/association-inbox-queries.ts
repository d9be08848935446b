import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { offsetOf, type Page } from '@paidang/domain/kernel/page'
import { and, asc, desc, eq, isNotNull, not, sql } from 'drizzle-orm'
import { countUpTo } from '../../../db/count-up-to.ts'
import type { Database } from '../../../db/database.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, venueHasManager, venues } from '../../../tables/venues.ts'

const PENDING = eq(coachVenues.approveStatus, APPROVAL.PENDING)

const managerNames = sql<string[]>`(
  select coalesce(json_agg(u.nickname order by u.id), '[]')
  from ${coachVenues} m join ${users} u on u.id = m.coach_id 
  where m.venue_id = ${venues}.id and m.is_manager and m.approve_status = ${sql.raw(String(APPROVAL.APPROVED))})`

/** The conditions for the three lists of requests that an operator reads. */
const WANTED = {
  waiting: and(PENDING, not(venueHasManager)),
  manager: and(PENDING, venueHasManager),
  decided: isNotNull(coachVenues.decidedAt),
}

const { id, nickname, avatar } = users
const inList = {
  id: coachVenues.id,
  coach: { id, nickname, avatar },
  venue: { id: venues.id, name: venues.name, city: venues.city, district: venues.district },
  createdAt: coachVenues.createdAt,
  approveStatus: coachVenues.approveStatus,
  managers: managerNames,
}

export type AssociationInList = Awaited<ReturnType<typeof pageAssociations>>['rows'][number]

/**
 * One page of the requests in a state. Waiting requests are ordered by age, oldest first. Decided requests are ordered
 * by decision, latest first.
 */
export async function pageAssociations(db: Database, { state, ...page }: Page & { state: keyof typeof WANTED }) {
  const where = WANTED[state]
  const order = state === 'decided' ? [desc(coachVenues.decidedAt), desc(coachVenues.id)] : [asc(coachVenues.id)]
  const rows = await db
    .select(inList)
    .from(coachVenues)
    .innerJoin(users, eq(users.id, coachVenues.coachId))
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(where)
    .orderBy(...order)
    .limit(page.rows)
    .offset(offsetOf(page))
  return { rows, total: await countUpTo(db, db.select({ id: coachVenues.id }).from(coachVenues).where(where)) }
}

const coachesThere = sql<number>`(select count(*) from ${coachVenues} t
  where t.venue_id = ${venues}.id and t.approve_status = ${APPROVAL.APPROVED})`.mapWith(Number)
const companyNames = sql<string[]>`(
  select coalesce(json_agg(c.company_name order by c.is_person, c.id), '[]')
  from ${companyMembers} cm join ${companies} c on c.id = cm.company_id where cm.user_id = ${users}.id)`
const otherVenueNames = sql<string[]>`(
  select coalesce(json_agg(v.name order by v.id), '[]')
  from ${coachVenues} t join ${venues} v on v.id = t.venue_id
  where t.coach_id = ${users}.id and t.approve_status = ${APPROVAL.APPROVED} and t.venue_id <> ${venues}.id
    and v.approve_status = ${APPROVAL.APPROVED})`
const classesHeld = sql<number>`(select count(*) from ${invitations} i
  where i.coach_id = ${users}.id and i.invitation_status = 'COMPLETED')`.mapWith(Number)

/**
 * A request with the evidence about its coach and its venue. Undefined if the request does not exist or was taken back.
 */
export async function findAssociationEvidence(db: Database, associationId: string) {
  const [row] = await db
    .select({
      ...inList,
      decidedAt: coachVenues.decidedAt,
      reason: coachVenues.reason,
      address: venues.address,
      venueApproveStatus: venues.approveStatus,
      coachesThere,
      isVerified: sql<boolean>`${users.verified} = 1 and ${users.userType} <> ${USER_TYPES.PLAYER}`,
      coachSince: users.createdAt,
      companies: companyNames,
      otherVenues: otherVenueNames,
      classesHeld,
    })
    .from(coachVenues)
    .innerJoin(users, eq(users.id, coachVenues.coachId))
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .where(eq(coachVenues.id, associationId))
  return row
}
