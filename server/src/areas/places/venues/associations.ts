import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { users } from '../../../tables/identities.ts'
import { coachVenues, venues } from '../../../tables/venues.ts'
import type { Effect } from '../../ground/messages/inbox.ts'
import { notify } from '../../ground/messages/notify.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'

/** The association of a coach with a venue. */
type Association = typeof coachVenues.$inferSelect

type Pair = { coachId: string; venueId: string }

export const ofPair = ({ coachId, venueId }: Pair) =>
  and(eq(coachVenues.coachId, coachId), eq(coachVenues.venueId, venueId))

/** The ids of the coaches who manage a venue. */
export async function listManagers(db: Database, venueId: string): Promise<string[]> {
  const isManager = and(eq(coachVenues.isManager, true), eq(coachVenues.approveStatus, APPROVAL.APPROVED))
  const rows = await db
    .select({ coachId: coachVenues.coachId })
    .from(coachVenues)
    .where(and(eq(coachVenues.venueId, venueId), isManager))
    .orderBy(coachVenues.coachId)
  return rows.map(({ coachId }) => coachId)
}

/** Locks a venue, so that its managers can leave only one after the other. */
export async function lockVenue(tx: Database, venueId: string) {
  // A booking locks its coach at the venue and references the venue. A stronger lock here would wait for it and
  // deadlock.
  const { id, name, revision } = venues
  const [row] = await tx.select({ id, name, revision }).from(venues).where(eq(id, venueId)).for('no key update')
  return row
}

/** Locks an association by its id. Undefined if it no longer exists. */
export async function lockAssociation(tx: Database, id: string): Promise<Association | undefined> {
  const [row] = await tx.select().from(coachVenues).where(eq(coachVenues.id, id)).for('update')
  return row
}

/** Locks the pending requests at a venue, oldest first. Waits for concurrent decisions about them. */
export async function lockWaiting(tx: Database, venueId: string): Promise<{ id: string; coachId: string }[]> {
  return tx
    .select({ id: coachVenues.id, coachId: coachVenues.coachId })
    .from(coachVenues)
    .where(and(eq(coachVenues.venueId, venueId), eq(coachVenues.approveStatus, APPROVAL.PENDING)))
    .orderBy(asc(coachVenues.id))
    .for('update')
}

/** The nickname of a coach and the name of a venue, for notifications. */
export async function findNames(db: Database, { coachId, venueId }: Pair): Promise<{ coach: string; venue: string }> {
  const [row] = await db
    .select({ coach: users.nickname, venue: venues.name })
    .from(users)
    .innerJoin(venues, eq(venues.id, venueId))
    .where(and(eq(users.id, coachId), ne(users.userType, 0)))
  if (!row) throw new Error('an association of nobody, or with nothing')
  return row
}

/** Sends managers of a venue the coach's request to teach there, for their decision. */
export async function requestDecision(
  tx: Database,
  { requestId, coachId, venueId, askedIds }: Pair & { requestId: string; askedIds: readonly string[] },
): Promise<void> {
  const { coach, venue } = await findNames(tx, { coachId, venueId })
  await notify(tx, {
    receiverIds: askedIds,
    senderId: coachId,
    category: 'systemNotice',
    title: `${coach} 申请关联场馆`,
    content: `申请在 ${venue} 授课`,
    about: { kind: 'venue_association', id: requestId },
    asksForDecision: true,
  })
}

/**
 * Asks the managers of a venue whether the coach may teach there, unless this is asked or approved already. A manager who
 * vouches for the coach approves at once.
 */
export async function requestAssociation(
  tx: Database,
  { vouchedBy, now, ...pair }: Pair & { vouchedBy?: string; now: Date },
): Promise<void> {
  // A coach who becomes a manager at the same moment either finds the request or is found here.
  await lockVenue(tx, pair.venueId)
  const managers = await listManagers(tx, pair.venueId)
  const isVouched = vouchedBy !== undefined && managers.includes(vouchedBy)
  const asked = { createdAt: now, approveStatus: isVouched ? APPROVAL.APPROVED : APPROVAL.PENDING }
  const decidedAt = isVouched ? now : null
  const [request] = await tx
    .insert(coachVenues)
    .values({ ...pair, ...asked, decidedAt })
    .onConflictDoUpdate({
      target: [coachVenues.coachId, coachVenues.venueId],
      set: { ...asked, decidedAt, reason: '' },
      setWhere: isVouched
        ? ne(coachVenues.approveStatus, APPROVAL.APPROVED)
        : eq(coachVenues.approveStatus, APPROVAL.REJECTED),
    })
    .returning({ id: coachVenues.id })
  if (!request) return
  if (!isVouched) await requestDecision(tx, { ...pair, requestId: request.id, askedIds: managers })
  else await settleRequests(tx, { kind: 'venue_association', id: request.id }, APPROVAL.APPROVED)
}

/** `senderId` is the manager who decides. Null means an operator. */
type Settling = { verdict: Verdict; senderId: string | null; reason: string; now: Date }

/**
 * Decides a locked association that waits, and notifies its coach. The caller checks who may decide.
 *
 * @returns the names of the coach and the venue, for the audit log
 */
export async function settleAssociation(
  tx: Database,
  { id, coachId, venueId }: Association,
  { verdict, senderId, reason, now }: Settling,
): Promise<{ coach: string; venue: string }> {
  const decided = { approveStatus: verdict, reason, decidedAt: now }
  await tx.update(coachVenues).set(decided).where(eq(coachVenues.id, id))
  const names = await findNames(tx, { coachId, venueId })
  const isApproved = verdict === APPROVAL.APPROVED
  const refused = `${names.venue} 未同意您的关联申请${reason === '' ? '' : `：${reason}`}`
  await notify(tx, {
    receiverIds: [coachId],
    senderId,
    category: 'systemNotice',
    title: isApproved ? '场馆关联已通过' : '场馆关联未通过',
    content: isApproved ? `您可以在 ${names.venue} 授课了` : refused,
    about: { kind: 'venue_association', id },
  })
  return names
}

/** The effect of a manager's verdict on a message that asks to teach at the venue. Repeating it changes nothing. */
export const associationEffect: Effect = {
  lock: lockAssociation,
  /**
   * @throws ApiError relation_not_found (taken back); venue_not_managed (the caller is no manager of the venue);
   *   message_decided (the opposite verdict was reached before).
   * Source: decision "Messages"
   */
  async decide(tx, { objectId, actorId, verdict, now }) {
    const association = await lockAssociation(tx, objectId)
    if (!association) throw new ApiError('relation_not_found')
    if (!(await listManagers(tx, association.venueId)).includes(actorId)) throw new ApiError('venue_not_managed')
    if (association.approveStatus === verdict) return
    if (association.approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')
    await settleAssociation(tx, association, { verdict, senderId: actorId, reason: '', now })
  },
}
