import type { addStudent as endpoint } from '@paidang/api/areas/students'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import { readKeptApart } from '../blacklist/kept-apart.ts'
import { tell } from '../messages/tell.ts'
import { findNickname, keepRelation } from './relation-queries.ts'

/**
 * A coach makes a player his student, who is told; one who is his student already stays so, and is told nothing.
 *
 * @throws ApiError data_of_others (another coach is named), student_is_oneself, student_unknown (nobody, or the two keep out
 *   of each other's sight)
 * Source: specification §7 "Students", permission matrix
 */
export async function addStudent(
  db: Database,
  { coachId, playerId, by, now }: { coachId: string | undefined; playerId: string; by: string; now: Date },
): Promise<Data<typeof endpoint>> {
  if (coachId !== undefined && coachId !== by) throw new ApiError('data_of_others')
  if (playerId === by) throw new ApiError('student_is_oneself')
  return db.transaction(async (tx) => {
    const isThere = (await findNickname(tx, playerId)) !== undefined && !(await readKeptApart(tx, by, playerId))
    if (!isThere) throw new ApiError('student_unknown')
    const { isNew, ...relation } = await keepRelation(tx, { coachId: by, playerId, now })
    if (isNew) await tellStudent(tx, { coachId: by, playerId })
    return { ...relation, createdAt: relation.createdAt.toISOString() }
  })
}

/** The message is also what tells an open screen of the player that he has another coach to book. */
async function tellStudent(tx: Database, { coachId, playerId }: { coachId: string; playerId: string }): Promise<void> {
  const nickname = await findNickname(tx, coachId)
  await tell(tx, {
    receiverIds: [playerId],
    senderId: coachId,
    category: 'classNotice',
    title: '教练添加您为学员',
    content: `${nickname} 教练已添加您为学员，现在可以向他约课`,
    about: { kind: 'coach', id: coachId },
  })
}
