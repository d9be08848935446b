import * as api from '@paidang/api/areas/desks/admin-approvals'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { and, asc, desc, eq, isNotNull, not, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { invitations } from '../../../tables/classes.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, venueHasManager, venues } from '../../../tables/venues.ts'
import { readDecider, recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { listManagers, lockAssociation, settleAssociation } from './associations.ts'

const PENDING = eq(coachVenues.approveStatus, APPROVAL.PENDING)

/** The conditions for the three lists of requests that an operator reads. */
const WANTED = {
  waiting: and(PENDING, not(venueHasManager)),
  manager: and(PENDING, venueHasManager),
  decided: isNotNull(coachVenues.decidedAt),
}

const managerNames = sql<string[]>`(
  select coalesce(json_agg(u.nickname order by u.id), '[]')
  from ${coachVenues} m join ${users} u on u.id = m.coach_id 
  where m.venue_id = ${venues}.id and m.is_manager and m.approve_status = ${sql.raw(String(APPROVAL.APPROVED))})`

const { id, nickname, avatar } = users
const inList = {
  id: coachVenues.id,
  coach: { id, nickname, avatar },
  venue: { id: venues.id, name: venues.name, city: venues.city, district: venues.district },
  createdAt: coachVenues.createdAt,
  approveStatus: coachVenues.approveStatus,
  managers: managerNames,
}

function selectAssociations(db: Database) {
  return db
    .select(inList)
    .from(coachVenues)
    .innerJoin(users, eq(users.id, coachVenues.coachId))
    .innerJoin(venues, eq(venues.id, coachVenues.venueId))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectAssociations>>[number]

function present({
  id,
  coach,
  venue,
  createdAt,
  approveStatus,
  managers,
}: Row): Data<typeof api.listAssociations>[number] {
  return { id, coach, venue, createTime: createdAt.toISOString(), approveStatus, managers }
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
 * A coach's request to teach at a venue, with the evidence for the operator's decision.
 *
 * @throws ApiError association_not_found, also for a request that was taken back
 */
async function readAssociation(db: Database, id: string): Promise<api.AssociationEvidence> {
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
    .where(eq(coachVenues.id, id))
  if (!row) throw new ApiError('association_not_found')
  const { decidedAt, reason } = row
  const actorId = decidedAt && (await readDecider(db, { kind: 'venue-association', id }))
  return {
    ...present(row),
    decision: decidedAt && { by: actorId, at: decidedAt.toISOString(), reason },
    address: row.address,
    venueApproveStatus: row.venueApproveStatus,
    coachesThere: row.coachesThere,
    isVerified: row.isVerified,
    coachSince: row.coachSince.toISOString(),
    companies: row.companies,
    otherVenues: row.otherVenues,
    classesHeld: row.classesHeld,
  }
}

export default plugin([
  // Waiting requests are ordered by age, oldest first. Decided requests are ordered by decision, latest first.
  handle(api.listAssociations, ({ query, db }) => {
    const isDecided = query.state === 'decided'
    const order = isDecided ? [desc(coachVenues.decidedAt), desc(coachVenues.id)] : [asc(coachVenues.id)]
    return pageOf(db, selectAssociations(db), { where: WANTED[query.state], order, query, present })
  }),

  handle(api.getAssociation, ({ params: { id }, db }) => readAssociation(db, id)),

  // An operator decides at a venue without a manager. The effect is that of a manager's verdict. Repeating the same
  // verdict returns the current state.
  handle(api.decideAssociation, ({ params: { id }, body: { approve, reason = '' }, staff, db, now }) => {
    const verdict = approve ? APPROVAL.APPROVED : APPROVAL.REJECTED
    const why = approve ? '' : reason.trim()
    return db.transaction(async (tx) => {
      const association = await lockAssociation(tx, id)
      if (!association) throw new ApiError('association_not_found')
      if (association.approveStatus === verdict) return readAssociation(tx, id)
      if (association.approveStatus !== APPROVAL.PENDING) throw new ApiError('association_decided')
      if (!approve && why === '') throw new ApiError('application_reason_missing')
      if ((await listManagers(tx, association.venueId)).length > 0) throw new ApiError('venue_has_manager')
      const { coach, venue } = await settleAssociation(tx, association, { verdict, senderId: null, reason: why, now })
      await recordAuditEvent(tx, {
        actorId: staff.id,
        action: approve ? 'venue-association.approve' : 'venue-association.reject',
        objectId: id,
        summary: approve ? `同意${coach}在「${venue}」授课` : `未同意${coach}在「${venue}」授课：${why}`,
        now,
      })
      // A manager who has since left the venue may still have a message that asks for the decision.
      await settleRequests(tx, { kind: 'venue_association', id }, verdict)
      return readAssociation(tx, id)
    })
  }),
])
