import type { addStudent as endpoint } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import { keptSince } from '../../../jobs/retention.ts'
import { readIsBlocked } from '../../ground/blacklist/read-blocked.ts'
import { notify } from '../../ground/messages/notify.ts'
import { findNickname, isStudentOf, upsertRelation } from '../../people/relations/student-relations.ts'
import { isKnownTo } from './find-queries.ts'

/**
 * Makes a player a student of the calling coach and notifies the player. An existing student remains one and gets no
 * message. The coach must have found the player by number lately, or have a class or contract with them.
 *
 * @throws ApiError data_of_others (another coach is named); student_is_oneself; student_unknown (no such user, unknown
 *   to the coach, or blocked).
 * Source: specification §7 "Students", permission matrix, decision record 031
 */
export async function addStudent(
  db: Database,
  { coachId, playerId, actorId, now }: { coachId: string | undefined; playerId: string; actorId: string; now: Date },
): Promise<Data<typeof endpoint>> {
  if (coachId !== undefined && coachId !== actorId) throw new ApiError('data_of_others')
  if (playerId === actorId) throw new ApiError('student_is_oneself')
  return db.transaction(async (tx) => {
    const isThere = (await findNickname(tx, playerId)) !== undefined && !(await readIsBlocked(tx, actorId, playerId))
    if (!isThere || !(await mayAdd(tx, { coachId: actorId, playerId, now }))) throw new ApiError('student_unknown')
    const { isNew, ...relation } = await upsertRelation(tx, { coachId: actorId, playerId, now })
    if (isNew) await notifyStudent(tx, { coachId: actorId, playerId })
    return { ...relation, createdAt: relation.createdAt.toISOString() }
  })
}

/** Ids can be guessed by counting. A coach may therefore add only players that they know. */
async function mayAdd(
  tx: Database,
  { coachId, playerId, now }: { coachId: string; playerId: string; now: Date },
): Promise<boolean> {
  if (await isStudentOf(tx, { coachId, playerId })) return true
  return isKnownTo(tx, { coachId, playerId, foundSince: keptSince('studentFinds', now) })
}

/** The message also makes an open screen of the player show the new coach. */
async function notifyStudent(
  tx: Database,
  { coachId, playerId }: { coachId: string; playerId: string },
): Promise<void> {
  const nickname = await findNickname(tx, coachId)
  await notify(tx, {
    receiverIds: [playerId],
    senderId: coachId,
    category: 'classNotice',
    title: '教练添加您为学员',
    content: `${nickname} 教练已添加您为学员，现在可以约课。如不认识，可在教练名片里解除`,
    about: { kind: 'coach', id: coachId },
  })
}
