import type { addStudent as endpoint } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { keptSince } from '../../jobs/retention.ts'
import { readKeptApart } from '../blacklist/kept-apart.ts'
import { tell } from '../messages/tell.ts'
import { isKnownTo } from './find-queries.ts'
import { findNickname, isStudentOf, keepRelation } from './relation-queries.ts'

/**
 * A coach makes a player their student, who is told; one who is their student already stays so, and is told nothing. The coach
 * found them by number lately, or has a class or contract with them.
 *
 * @throws ApiError data_of_others (another coach is named), student_is_oneself, student_unknown (nobody, somebody whom the coach
 *   does not know, or the two keep out of each other's sight)
 * Source: specification §7 "Students", permission matrix, decision record 031
 */
export async function addStudent(
  db: Database,
  { coachId, playerId, by, now }: { coachId: string | undefined; playerId: string; by: string; now: Date },
): Promise<Data<typeof endpoint>> {
  if (coachId !== undefined && coachId !== by) throw new ApiError('data_of_others')
  if (playerId === by) throw new ApiError('student_is_oneself')
  return db.transaction(async (tx) => {
    const isThere = (await findNickname(tx, playerId)) !== undefined && !(await readKeptApart(tx, by, playerId))
    if (!isThere || !(await mayAdd(tx, { coachId: by, playerId, now }))) throw new ApiError('student_unknown')
    const { isNew, ...relation } = await keepRelation(tx, { coachId: by, playerId, now })
    if (isNew) await tellStudent(tx, { coachId: by, playerId })
    return { ...relation, createdAt: relation.createdAt.toISOString() }
  })
}

/** Ids can be counted through: only who is a student, or known otherwise, is one. */
async function mayAdd(
  tx: Database,
  { coachId, playerId, now }: { coachId: string; playerId: string; now: Date },
): Promise<boolean> {
  if (await isStudentOf(tx, { coachId, playerId })) return true
  return isKnownTo(tx, { coachId, playerId, foundSince: keptSince('studentFinds', now) })
}

/** The message is also what tells an open screen of the player that there is another coach to book. */
async function tellStudent(tx: Database, { coachId, playerId }: { coachId: string; playerId: string }): Promise<void> {
  const nickname = await findNickname(tx, coachId)
  await tell(tx, {
    receiverIds: [playerId],
    senderId: coachId,
    category: 'classNotice',
    title: '教练添加您为学员',
    content: `${nickname} 教练已添加您为学员，现在可以约课。如不认识，可在教练名片里解除`,
    about: { kind: 'coach', id: coachId },
  })
}
