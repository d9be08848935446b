import { ApiError } from '@paidang/api/catalogue/errors'
import {
  actorsOf,
  effectiveStatus,
  type Invitation,
  type InvitationRole,
  isLive,
  roleInInvitation,
  whyNot,
} from '@paidang/domain/areas/activities/classes/invitation'
import { freeUntilUnder } from '@paidang/domain/areas/activities/classes/policy'
import type { Actor } from '@paidang/domain/areas/activities/classes/transitions'
import { leftCompanyText } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { type Day, instantOf } from '@paidang/domain/kernel/day'
import { and, eq, gte, inArray, isNull, lte } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import { accountStateAt } from '../../../tables/auth.ts'
import { coachLeaves } from '../../../tables/coach-leaves.ts'
import { companyMembers } from '../../../tables/companies.ts'
import { users } from '../../../tables/identities.ts'
import { rosterStudents } from '../../../tables/roster.ts'
import { readBlockedOf } from '../../ground/blacklist/read-blocked.ts'
import { lockInvitation } from './class-row.ts'
import { findView, type InvitationView, isUnpaid, presentInvitation } from './class-view.ts'
import { hasToAgree, listSeats, playersOf, type SeatRow } from './seats.ts'

/** One action by one person on one class. `seen` is the revision that they saw, if their client says it. */
export type ClassAction = { invitationId: string; actorId: string; now: Date; seen?: number | undefined }

/** A class with everything that its actions need. */
export type OpenClass = {
  view: InvitationView
  seats: SeatRow[]
  joined: SeatRow[]
  /** The caller's own seat, whatever its state. */
  own: SeatRow | undefined
  role: InvitationRole
  /**
   * Whether the caller has no part in the class, no invitation, guards nobody in it, and is not its company's admin.
   * Such a caller sees only what a share link shows.
   */
  isStranger: boolean
  /** The roles in which the caller may act. */
  actors: Actor[]
  facts: Invitation
  startsAt: Date
}

/** A share link: whether its token belongs to the class, and when it is used. */
export type ShareLink = { isValid: boolean; now: Date }

/**
 * Reads a class if the caller may see it. People with a place in it, guardians of such, and the admin of its company
 * may. A share link opens it while it is to come. A caller who was only asked, or has only the link, must not be blocked from its coach
 * or initiator.
 *
 * @throws ApiError invitation_not_found, the same for an absent class and one that the caller may not see.
 * Source: permission matrix
 */
export async function readClass(db: Database, id: string, actorId: string, link?: ShareLink): Promise<OpenClass> {
  const found = await findClass(db, id, actorId)
  if (!found) throw new ApiError('invitation_not_found')
  const isStranger = found.isStranger && !(await isGuardianIn(db, found, actorId))
  const opened = { ...found, isStranger }
  if (isStranger && !isOpenedBy(link, opened.facts)) throw new ApiError('invitation_not_found')
  const isBound = !opened.isStranger && opened.own?.state !== 'INVITED'
  if (!isBound && (await isBlockedFrom(db, opened, actorId))) throw new ApiError('invitation_not_found')
  return opened
}

/** Whether a user is the guardian of a student who takes part without an account. Source: decision record 053 */
async function isGuardianIn(db: Database, { seats }: OpenClass, actorId: string): Promise<boolean> {
  const isWard = and(
    eq(rosterStudents.accountId, actorId),
    eq(rosterStudents.state, 'GUARDED'),
    inArray(rosterStudents.userId, playersOf(seats)),
  )
  return (await db.$count(rosterStudents, isWard)) > 0
}

/** Whether a user and the coach or the initiator of a class are blocked from each other. Source: decision record 018 */
export async function isBlockedFrom(db: Database, { facts }: OpenClass, actorId: string): Promise<boolean> {
  return (await readBlockedOf(db, actorId, [facts.coachId, facts.initiatorId])).size > 0
}

/** Does the same, with the class's row locked for the rest of the transaction. */
export async function openClass(tx: Database, id: string, actorId: string): Promise<OpenClass> {
  if (!(await lockInvitation(tx, id))) throw new ApiError('invitation_not_found')
  return readClass(tx, id, actorId)
}

/**
 * Does the same for an operator, who has no part in the class and may act on every class.
 *
 * @throws ApiError invitation_not_found
 */
export async function openClassAsOperator(tx: Database, id: string): Promise<OpenClass> {
  const isThere = await lockInvitation(tx, id)
  const opened = isThere && (await findClass(tx, id, undefined))
  if (!opened) throw new ApiError('invitation_not_found')
  return { ...opened, actors: ['operator'] }
}

/** Whether a share link opens a class. Its token must be the class's, and the class must be live and not begun. */
export function isOpenedBy(link: ShareLink | undefined, facts: Invitation): boolean {
  if (!link?.isValid) return false
  return isLive(effectiveStatus(facts, link.now)) && link.now.getTime() < facts.startsAt.getTime()
}

/**
 * Reads a class and the relation of a user to it, without a permission check; undefined when it does not exist. Without
 * a user the clock reads it, and may act in that role.
 */
export async function findClass(db: Database, id: string, actorId: string | undefined): Promise<OpenClass | undefined> {
  const view = await findView(db, id)
  if (!view) return undefined
  const seats = await listSeats(db, [id])
  const row = view.invitation
  const joined = seats.filter(({ state }) => state === 'JOINED')
  const own = seats.find(({ userId }) => userId === actorId)
  const role = roleInInvitation(
    { initiatorId: row.initiatorId, coachId: row.coachId, responderIds: joined.map(({ userId }) => userId) },
    actorId,
  )
  const isAdmin = view.companyAdminId === actorId
  const startsAt = instantOf(row.courseDate, row.beginTimeSlot)
  return {
    view,
    seats,
    joined,
    own,
    role,
    isStranger: role === 'viewer' && !own && !isAdmin,
    startsAt,
    actors: actorId === undefined ? ['clock'] : actorsOf(role, isAdmin),
    facts: {
      initiatorId: row.initiatorId,
      initiatorRole: row.initiatorRole,
      coachId: row.coachId,
      invitationStatus: row.invitationStatus,
      needContract: isUnpaid(view),
      trialId: row.trialId,
      participantsCount: row.participantsCount,
      seatsTaken: row.seatsTaken,
      expiresAt: row.expiresAt,
      offeredAt: row.offeredAt,
      signedAt: row.signedAt,
      completedAt: row.completedAt,
      startsAt,
      endsAt: instantOf(row.courseDate, row.endTimeSlot),
      dayEndsAt: instantOf(row.courseDate, 48),
      freeUntil: freeUntilUnder(view.policy, startsAt),
      mustAgree: hasToAgree(own),
      isInvited: own?.state === 'INVITED',
      pastReason: row.pastReason,
      isPastAgreed: joined.every(({ attendance }) => attendance !== null),
    },
  }
}

/** Whether anybody else has agreed to a class. Then it is not changed shortly before it begins. */
export const isAgreedWith = (actorId: string, { view, joined }: Pick<OpenClass, 'view' | 'joined'>) =>
  joined.some(({ userId }) => userId !== actorId) || view.invitation.invitationStatus === 'CONFIRMED'

/** @throws ApiError any refusal of whyNot */
export function assertMay(
  action: Parameters<typeof whyNot>[0],
  { facts, actors }: Pick<OpenClass, 'facts' | 'actors'>,
  now: Date,
): void {
  const refusal = whyNot(action, facts, actors, now)
  if (refusal) throw new ApiError(refusal)
}

/** @throws ApiError revision_outdated unless the caller saw the present revision of the class */
export const assertClassSeen = (
  tx: Database,
  { view, isStranger }: OpenClass,
  { seen, now }: { seen: number | undefined; now: Date },
) => assertSeen(tx, 'invitations', { seen, row: view.invitation }, () => presentInvitation(view, now, { isStranger }))

/** The condition that a coach is away on a day. Source: decision record 065 */
export const isAwayOn = (coachId: string, day: Day) =>
  and(
    eq(coachLeaves.coachId, coachId),
    eq(coachLeaves.cause, 'AWAY'),
    isNull(coachLeaves.endedAt),
    lte(coachLeaves.firstDay, day),
    gte(coachLeaves.lastDay, day),
  )

/**
 * Asked wherever a class comes to stand, under the lock of the class or after its claims: an absence that begins at this
 * moment waits for these.
 *
 * @throws ApiError coach_on_leave
 */
export async function assertNotAway(
  db: Database,
  { coachId, courseDate }: { coachId: string; courseDate: Day },
  actorId: string,
): Promise<void> {
  if ((await db.$count(coachLeaves, isAwayOn(coachId, courseDate))) === 0) return
  const isOwn = actorId === coachId
  throw new ApiError('coach_on_leave', isOwn ? { message: '您这天休假，请先结束休假，或选其他日期' } : {})
}

/** Whether the coach of a class is no longer a member of its company. */
export async function hasLeft(
  db: Database,
  { coachId, companyId }: { coachId: string; companyId: string },
): Promise<boolean> {
  const member = and(eq(companyMembers.companyId, companyId), eq(companyMembers.userId, coachId))
  return (await db.$count(companyMembers, member)) === 0
}

/**
 * The coach of a class may have left its company since. Then its students decide about it, and nobody agrees to it
 * meanwhile. Source: decision record 065
 *
 * @throws ApiError coach_not_of_company
 */
export async function assertOfCompany(
  db: Database,
  { coachId, companyId }: { coachId: string; companyId: string },
  actorId: string,
): Promise<void> {
  if (!(await hasLeft(db, { coachId, companyId }))) return
  throw new ApiError('coach_not_of_company', { message: leftCompanyText(actorId === coachId) })
}

/** Whether a user cannot log in: suspended, or the account is closed. */
export async function isLockedOut(db: Database, userId: string, now: Date): Promise<boolean> {
  const [row] = await db
    .select({ state: accountStateAt(now) })
    .from(users)
    .where(eq(users.id, userId))
  return row?.state !== 'NORMAL'
}
