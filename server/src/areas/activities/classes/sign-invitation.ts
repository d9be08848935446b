import type { Invitation } from '@paidang/api/areas/classes'
import { ApiError } from '@paidang/api/catalogue/errors'
import { ATTENDANCE_NAMES, type Attendance, whyNot } from '@paidang/domain/areas/classes/invitation'
import type { Database } from '../../../db/database.ts'
import { assertSeen } from '../../../db/revision-queries.ts'
import type { ClassAction } from './confirm-invitation.ts'
import { attendanceOf, hasToAgree, type OpenClass, openClass } from './open-class.ts'
import { presentInvitation } from './present.ts'
import { insertEvent, updateInvitation, updateSeat } from './queries.ts'
import { findView } from './view-queries.ts'

type Attendances = { userId: string; attendance: Attendance }[]

/**
 * The coach signs attendance (签到). Players who are not named keep what was signed, else count as present. Signing
 * changes neither status nor hours. It may be corrected until the class is completed or the day ends.
 *
 * @throws ApiError invitation_not_found, attendance_invalid, any refusal of whyNot, revision_outdated
 * Source: decision "The life of a class invitation", sign
 */
export async function signInvitation(
  db: Database,
  { invitationId, actorId, now, seen, attendances }: ClassAction & { attendances: Attendances },
): Promise<Invitation> {
  return db.transaction(async (tx) => {
    const opened = await openClass(tx, invitationId, actorId)
    const { view } = opened
    await assertSeen(tx, 'invitations', { seen, row: view.invitation }, () => presentInvitation(view, now, opened))
    await signClass(tx, opened, { actorId, now, attendances })
    const after = await findView(tx, invitationId)
    return presentInvitation(after ?? view, now)
  })
}

/**
 * Signs attendance of a class whose row is locked. An `actorId` of null is an operator.
 *
 * @returns what each player is signed as, as text
 * @throws ApiError attendance_invalid, any refusal of whyNot
 * @throws ApiError attendance_not_agreed (a player who has not agreed to a change cannot count as present)
 */
export async function signClass(
  tx: Database,
  { view, facts, actors, joined }: OpenClass,
  { actorId, now, attendances }: { actorId: string | null; now: Date; attendances: Attendances },
): Promise<string> {
  const refusal = whyNot('sign', facts, actors, now)
  if (refusal) throw new ApiError(refusal)
  const named = new Map(attendances.map(({ userId, attendance }) => [userId, attendance]))
  const isOfThisClass = (userId: string) => joined.some((seat) => seat.userId === userId)
  if (named.size !== attendances.length || !attendances.every(({ userId }) => isOfThisClass(userId))) {
    throw new ApiError('attendance_invalid')
  }
  const isHere = (attendance: Attendance | undefined) => attendance !== undefined && attendance !== 'leave'
  if (joined.some((seat) => hasToAgree(seat) && isHere(named.get(seat.userId))))
    throw new ApiError('attendance_not_agreed')

  const invitationId = view.invitation.id
  const signed = joined.map((seat) => ({ ...seat, attendance: named.get(seat.userId) ?? attendanceOf(seat) }))
  for (const { userId, attendance } of signed) await updateSeat(tx, { invitationId, userId }, { attendance })
  const reason = signed.map(({ nickname, attendance }) => `${nickname} ${ATTENDANCE_NAMES[attendance]}`).join('，')
  await updateInvitation(tx, invitationId, { signedAt: now, responseTime: now })
  await insertEvent(tx, {
    invitationId,
    action: 'sign',
    fromStatus: 'CONFIRMED',
    toStatus: 'CONFIRMED',
    actorId: actorId,
    reason,
    now,
  })
  return reason
}
