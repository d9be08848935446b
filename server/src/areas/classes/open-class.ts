import { ApiError } from '@paidang/api/catalogue/errors'
import { freeUntilOf } from '@paidang/domain/areas/classes/cancellation'
import {
  type Attendance,
  actorsOf,
  effectiveStatus,
  type Invitation,
  type InvitationRole,
  isLive,
  roleInInvitation,
} from '@paidang/domain/areas/classes/invitation'
import type { Actor } from '@paidang/domain/areas/classes/transitions'
import { instantOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import { readKeptApartOf } from '../blacklist/kept-apart.ts'
import { listSeats, lockInvitation, type SeatRow } from './queries.ts'
import { findView, type InvitationView } from './view-queries.ts'

/** A class with all that its actions look at. */
export type OpenClass = {
  view: InvitationView
  seats: SeatRow[]
  joined: SeatRow[]
  /** The caller's own seat, whatever its state. */
  own: SeatRow | undefined
  role: InvitationRole
  /** He is no part of the class, not even asked to it, nor its company's admin: what he sees of it, a share link shows him. */
  isStranger: boolean
  /** As what he may act. */
  actors: Actor[]
  facts: Invitation
  startsAt: Date
}

/** Whether a seat's player has not said yes to what the coach changed. */
export const hasToAgree = (seat: SeatRow | undefined) => seat !== undefined && seat.changedAt !== null

/** How a player counts: as signed, else present, or on leave where they have not said yes to a change. */
export const attendanceOf = (seat: SeatRow): Attendance => seat.attendance ?? (hasToAgree(seat) ? 'leave' : 'present')

/** A share link in somebody's hands: whether its token is the class's, and when it is used. */
export type ShareLink = { isValid: boolean; now: Date }

/**
 * A class as one person may see it: whoever has a place in it, the admin of its company, and while it is still to come
 * whoever has its share link; who was only asked to it, or has but the link, while he and its coach or initiator do not keep
 * out of each other's sight.
 *
 * @throws ApiError invitation_not_found, the same for one that is absent and one that is not his to see
 * Source: permission matrix
 */
export async function readClass(db: Database, id: string, by: string, link?: ShareLink): Promise<OpenClass> {
  const opened = await findClass(db, id, by)
  if (!opened || (opened.isStranger && !isOpenedBy(link, opened.facts))) throw new ApiError('invitation_not_found')
  const isBound = !opened.isStranger && opened.own?.state !== 'INVITED'
  if (!isBound && (await isKeptFrom(db, opened, by))) throw new ApiError('invitation_not_found')
  return opened
}

/** Whether somebody and the coach or the initiator of a class keep out of each other's sight. Source: decision record 018 */
export async function isKeptFrom(db: Database, { facts }: OpenClass, by: string): Promise<boolean> {
  return (await readKeptApartOf(db, by, [facts.coachId, facts.initiatorId])).size > 0
}

/** The same, with the class's row locked for the rest of the transaction. */
export async function openClass(tx: Database, id: string, by: string): Promise<OpenClass> {
  if (!(await lockInvitation(tx, id))) throw new ApiError('invitation_not_found')
  return readClass(tx, id, by)
}

/**
 * The same for an operator, who has no part in it and may act on every class.
 *
 * @throws ApiError invitation_not_found
 */
export async function openClassAsOperator(tx: Database, id: string): Promise<OpenClass> {
  const isThere = await lockInvitation(tx, id)
  const opened = isThere && (await findClass(tx, id, undefined))
  if (!opened) throw new ApiError('invitation_not_found')
  return { ...opened, actors: ['operator'] }
}

/** Whether a share link opens a class: its token is the class's, which is live and has not begun. */
export function isOpenedBy(link: ShareLink | undefined, facts: Invitation): boolean {
  if (!link?.isValid) return false
  return isLive(effectiveStatus(facts, link.now)) && link.now.getTime() < facts.startsAt.getTime()
}

/**
 * A class and how somebody stands to it, whether or not they may see it; undefined when there is none. Without a person the clock
 * looks, and may act as such.
 */
export async function findClass(db: Database, id: string, by: string | undefined): Promise<OpenClass | undefined> {
  const view = await findView(db, id)
  if (!view) return undefined
  const seats = await listSeats(db, [id])
  const row = view.invitation
  const joined = seats.filter(({ state }) => state === 'JOINED')
  const own = seats.find(({ userId }) => userId === by)
  const role = roleInInvitation(
    { initiatorId: row.initiatorId, coachId: row.coachId, responderIds: joined.map(({ userId }) => userId) },
    by,
  )
  const isAdmin = view.companyAdminId === by
  const startsAt = instantOf(row.courseDate, row.beginTimeSlot)
  return {
    view,
    seats,
    joined,
    own,
    role,
    isStranger: role === 'viewer' && !own && !isAdmin,
    startsAt,
    actors: by === undefined ? ['clock'] : actorsOf(role, isAdmin),
    facts: {
      initiatorId: row.initiatorId,
      initiatorRole: row.initiatorRole,
      coachId: row.coachId,
      invitationStatus: row.invitationStatus,
      needContract: row.needContract,
      participantsCount: row.participantsCount,
      seatsTaken: row.seatsTaken,
      expiresAt: row.expiresAt,
      signedAt: row.signedAt,
      completedAt: row.completedAt,
      startsAt,
      endsAt: instantOf(row.courseDate, row.endTimeSlot),
      dayEndsAt: instantOf(row.courseDate, 48),
      freeUntil: freeUntilOf(view, startsAt),
      mustAgree: hasToAgree(own),
      isInvited: own?.state === 'INVITED',
    },
  }
}
