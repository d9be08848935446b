import * as api from '@paidang/api/areas/people/registration'
import { ApiError } from '@paidang/api/catalogue/errors'
import { isLevel } from '@paidang/domain/areas/people/profile/level'
import { coachTitle } from '@paidang/domain/areas/people/profile/nickname'
import { isId } from '@paidang/domain/kernel/id'
import { APP_COUNT_LIMIT } from '@paidang/domain/kernel/page'
import { and, desc, eq, not } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { isBlockedBetween } from '../../../tables/blacklist.ts'
import { users } from '../../../tables/identities.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { handleReviewed } from '../../ground/content/handle-reviewed.ts'
import { notify } from '../../ground/messages/notify.ts'
import { insertLevelChange } from './levels.ts'
import { lockUser, updateUser } from './profile-row.ts'

function selectLevelChanges(db: Database, viewerId: string) {
  const { id, nickname, avatar } = users
  const isSeen = not(isBlockedBetween(levelChanges.byUserId, viewerId))
  return db
    .select({ change: levelChanges, actor: { id, nickname, avatar } })
    .from(levelChanges)
    .leftJoin(users, and(eq(users.id, levelChanges.byUserId), isSeen))
    .$dynamic()
}

/** A change with the assessing coach, unless that coach and the viewer are blocked. */
type LevelChangeRow = Awaited<ReturnType<typeof selectLevelChanges>>[number]

function present({ change, actor }: LevelChangeRow): api.LevelChange {
  const { id, source, level, note, createdAt } = change
  return { id, source, level, by: actor, note, createTime: createdAt.toISOString() }
}

/** The condition that a player is a student of a coach, and neither has blocked the other. */
const isLiveRelation = (coachId: string, playerId: string) =>
  and(
    eq(studentRelations.coachId, coachId),
    eq(studentRelations.playerId, playerId),
    not(isBlockedBetween(coachId, playerId)),
  )

/**
 * A coach assesses the level of their student. From then on the level rests on assessments and results. The student is
 * notified.
 */
async function assessLevel(
  db: Database,
  {
    playerId,
    level,
    note,
    actorId,
    now,
  }: { playerId: string; level: number; note: string; actorId: string; now: Date },
): Promise<api.LevelChange> {
  if (!isLevel(level)) throw new ApiError('level_invalid')
  return db.transaction(async (tx) => {
    // The relation cannot end before the transaction does.
    const kept = await tx
      .select({ playerId: studentRelations.playerId })
      .from(studentRelations)
      .where(isLiveRelation(actorId, playerId))
      .for('key share')
    if (kept.length === 0) throw new ApiError('action_forbidden')
    // A level is of an account: a student without one has none yet.
    if ((await lockUser(tx, playerId))?.unclaimed) throw new ApiError('action_forbidden')
    await updateUser(tx, playerId, { level, rating: level })
    const change = { userId: playerId, source: 'COACH' as const, level, byUserId: actorId, note: note.trim() }
    const id = await insertLevelChange(tx, { ...change, createdAt: now })
    const [row] = await selectLevelChanges(tx, actorId).where(eq(levelChanges.id, id))
    if (!row) throw new Error('a row vanished inside its transaction')
    await notify(tx, {
      receiverIds: [playerId],
      senderId: actorId,
      category: 'classNotice',
      title: '教练评定了您的等级',
      content: `${coachTitle(row.actor?.nickname ?? '')}评定您的等级为 ${level.toFixed(1)}${change.note && `：${change.note}`}`,
      about: { kind: 'level', id: playerId },
    })
    return present(row)
  })
}

export default plugin([
  // For the user and for a coach of the user, the latest first.
  handle(api.listLevels, async ({ params: { id: userId }, query, user: { id: actorId }, db }) => {
    const isOfCoach = async () =>
      isId(userId) && (await db.$count(studentRelations, isLiveRelation(actorId, userId))) > 0
    if (userId !== actorId && !(await isOfCoach())) throw new ApiError('data_of_others')
    const where = eq(levelChanges.userId, userId)
    return pageOf(db, selectLevelChanges(db, actorId), {
      where,
      counted: db.select({ id: levelChanges.userId }).from(levelChanges).where(where),
      order: [desc(levelChanges.id)],
      query,
      most: APP_COUNT_LIMIT,
      present,
    })
  }),

  handleReviewed(
    api.assessLevel,
    { kind: 'level', words: ({ body: { note } }) => ({ note }), about: ({ params }) => params.playerId },
    ({ params: { playerId }, body: { level }, user, now }, say) =>
      say((tx, { note = '' }) => assessLevel(tx, { playerId, level, note, actorId: user.id, now })),
  ),
])
