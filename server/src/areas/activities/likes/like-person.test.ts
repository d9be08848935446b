import * as classes from '@paidang/api/areas/activities/classes'
import * as likes from '@paidang/api/areas/activities/likes'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { likeRecords } from '../../../tables/relations.ts'
import { givenPlayer, givenScene, type Scene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs } = await startTestServer()

const likeCoach = (a: string, b: string, actorId: string) => signedInAs(actorId)(likes.likeCoach, { params: { a, b } })
const likePlayer = (a: string, b: string, actorId: string) =>
  signedInAs(actorId)(likes.likePlayer, { params: { a, b } })
const addLike = (relatedId: string, targetUserId: string, actorId: string) =>
  signedInAs(actorId)(likes.addLike, { body: { relatedId, targetUserId, recordType: 'COURSE_INVITATION' } })
const cancelLike = (recordId: string, actorId: string) =>
  signedInAs(actorId)(likes.cancelLike, { params: { recordId } })
const countOf = async (userId: string) => {
  const [user] = await db.select({ likesCount: users.likesCount }).from(users).where(eq(users.id, userId))
  return user?.likesCount
}

/** A completed class with this many players besides its initiator. */
async function givenHeldClass({ joiners = 1 } = {}): Promise<{ scene: Scene; id: string; joinerIds: string[] }> {
  const scene = await givenScene(db)
  const joinerIds: string[] = []
  for (let number = 0; number < joiners; number++) joinerIds.push(await givenPlayer(db))
  const id = await givenInvitation(db, {
    scene,
    status: 'COMPLETED',
    participantsCount: joiners + 1,
    joiners: joinerIds.map((userId) => ({ userId })),
  })
  return { scene, id, joinerIds }
}

test('a participant likes the coach and the other players, once each, and both endpoints create the same like', async () => {
  const { scene, id, joinerIds } = await givenHeldClass()
  const { coachId, playerId } = scene
  const [joiner = ''] = joinerIds
  const first = await likeCoach(id, coachId, playerId)
  expect(first).toMatchObject({ sourceUserId: playerId, targetUserId: coachId, relatedId: id, likesCount: 1 })
  expect(await likeCoach(id, coachId, playerId)).toEqual(first)
  expect(await addLike(id, coachId, playerId)).toEqual(first)
  expect(await addLike(id, coachId, joiner)).toMatchObject({ likesCount: 2 })
  expect(await likePlayer(id, playerId, coachId)).toMatchObject({ targetUserId: playerId, likesCount: 1 })
  expect(await likePlayer(id, joiner, playerId)).toMatchObject({ targetUserId: joiner, likesCount: 1 })
  expect(await db.$count(likeRecords)).toBe(4)

  const info = await signedInAs(playerId)(classes.getFullInfo, { params: { id }, query: {} })
  expect(info.coach.likeCount).toBe(2)
  expect(info.reqUser.likeRecords.map(({ targetUserId }) => targetUserId).sort()).toEqual([coachId, joiner].sort())
})

test('deleting a like lowers the count; deleting it twice or deleting another’s is refused', async () => {
  const { scene, id } = await givenHeldClass()
  const like = await likeCoach(id, scene.coachId, scene.playerId)
  const absent = { status: 404, code: 'like_not_found' }
  await expect(cancelLike(like.id, scene.coachId)).rejects.toMatchObject(absent)
  expect(await cancelLike(like.id, scene.playerId)).toEqual({ likesCount: 0 })
  await expect(cancelLike(like.id, scene.playerId)).rejects.toMatchObject(absent)
  expect(await countOf(scene.coachId)).toBe(0)
})

test('the target is notified once, however often the like is deleted and repeated', async () => {
  const { scene, id } = await givenHeldClass()
  const like = await likeCoach(id, scene.coachId, scene.playerId)
  await cancelLike(like.id, scene.playerId)
  expect(await likeCoach(id, scene.coachId, scene.playerId)).toMatchObject({ likesCount: 1 })
  expect(await db.select().from(messages)).toMatchObject([
    { receiverId: scene.coachId, senderId: scene.playerId, category: 'classNotice', title: '收到点赞', objectId: id },
  ])
})

test('a like is refused before the class is completed, from or for a non-participant, and for oneself', async () => {
  const { scene, id, joinerIds } = await givenHeldClass()
  const { coachId, playerId, adminId } = scene
  const [joiner = ''] = joinerIds
  const stranger = await givenPlayer(db)
  const coming = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const refusals: [() => Promise<unknown>, string][] = [
    [() => likeCoach(coming, coachId, playerId), 'invitation_settled'],
    [() => likeCoach(id, coachId, stranger), 'invitation_not_found'],
    [() => likeCoach(id, coachId, adminId), 'invitation_not_yours'],
    [() => likeCoach(id, coachId, coachId), 'invitation_not_yours'],
    [() => likeCoach(id, joiner, playerId), 'input_invalid'],
    [() => likePlayer(id, coachId, playerId), 'input_invalid'],
    [() => likePlayer(id, playerId, playerId), 'input_invalid'],
    [() => likePlayer(id, stranger, playerId), 'input_invalid'],
    [() => addLike(id, coachId, coachId), 'input_invalid'],
    [() => addLike(id, stranger, playerId), 'input_invalid'],
  ]
  for (const [ask, code] of refusals) await expect(ask()).rejects.toMatchObject({ code })
  expect(await db.$count(likeRecords)).toBe(0)
})

test('after thirty concurrent likes by one person and by many, the count is the number of records', async () => {
  const { scene, id, joinerIds } = await givenHeldClass({ joiners: 9 })
  const { coachId, playerId } = scene
  const players = [playerId, ...joinerIds]
  const bySame = Array.from({ length: 10 }, () => likeCoach(id, coachId, playerId))
  const byMany = players.flatMap((player) => [likeCoach(id, coachId, player), addLike(id, coachId, player)])
  const likes = await Promise.all([...bySame, ...byMany])
  expect(new Set(likes.map((like) => like.id)).size).toBe(10)
  expect([await db.$count(likeRecords), await countOf(coachId)]).toEqual([10, 10])
  expect(await db.$count(messages)).toBe(10)

  const results = await Promise.allSettled(
    likes.flatMap((like) => [cancelLike(like.id, like.sourceUserId), likeCoach(id, coachId, like.sourceUserId)]),
  )
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(refused.every((reason) => (reason as { code: string }).code === 'like_not_found')).toBe(true)
  expect(await countOf(coachId)).toBe(await db.$count(likeRecords))
})
