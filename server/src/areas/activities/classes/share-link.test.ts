import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { describe, expect, test } from 'vitest'
import { givenContract, givenPlayer, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { createShareTokens } from './share-link.ts'

const { db, signedInAs, clock } = await startTestServer()

const read = (id: string, actorId: string, share?: string) =>
  signedInAs(actorId)(classes.getInvitation, { params: { id }, query: { ...(share && { share }) } })
const fullInfo = (id: string, actorId: string, share?: string) =>
  signedInAs(actorId)(classes.getFullInfo, { params: { id }, query: { ...(share && { share }) } })
const tokenFrom = async (id: string, actorId: string) => (await fullInfo(id, actorId)).reqUser.shareToken ?? ''

describe('a token', () => {
  const tokens = createShareTokens('a secret of this test alone, long enough')

  test('is the same for everybody, 22 letters, and of one class under one secret', () => {
    expect(tokens.of('7')).toMatch(/^[A-Za-z0-9_-]{22}$/)
    expect(createShareTokens('a secret of this test alone, long enough').of('7')).toBe(tokens.of('7'))
    expect(tokens.isOf(tokens.of('7'), '7')).toBe(true)
    expect(tokens.isOf(tokens.of('7'), '8')).toBe(false)
    expect(tokens.isOf(tokens.of('7').slice(1), '7')).toBe(false)
    expect(tokens.isOf('球'.repeat(22), '7')).toBe(false)
    expect(createShareTokens('another secret of this test, long enough').isOf(tokens.of('7'), '7')).toBe(false)
  })
})

test('participants may pass the link on; onlookers do not get it', async () => {
  const scene = await givenScene(db)
  const [joiner, invited] = [await givenPlayer(db), await givenPlayer(db)]
  const own = { scene, participantsCount: 3, joiners: [{ userId: joiner }], invited: [invited], at: clock.now() }
  const id = await givenInvitation(db, own)
  const token = await tokenFrom(id, scene.coachId)
  expect(token).toMatch(/^[A-Za-z0-9_-]{22}$/)
  for (const actorId of [scene.playerId, joiner]) expect(await tokenFrom(id, actorId)).toBe(token)
  for (const actorId of [scene.adminId, invited]) expect(await tokenFrom(id, actorId)).toBe('')
  const stranger = await givenPlayer(db)
  expect((await fullInfo(id, stranger, token)).reqUser.shareToken).toBeNull()
})

test('a stranger with the link sees what a viewer sees, and nothing private of the others', async () => {
  const scene = await givenScene(db)
  const [joiner, stranger] = [await givenPlayer(db), await givenPlayer(db)]
  const joinerContract = await givenContract(db, { userId: joiner, courseId: scene.courseId })
  const id = await givenInvitation(db, {
    scene,
    madeBy: 'coach',
    status: 'CONFIRMED',
    participantsCount: 3,
    joiners: [{ userId: joiner, contractId: joinerContract }],
    invited: [scene.playerId],
    over: { messageToCoach: '给教练的话', messageToPlayers: '给球员的话' },
  })
  clock.set(new Date(`${TOMORROW}T09:30:00+08:00`))
  await signedInAs(scene.coachId)(classActions.signInvitation, {
    params: { id },
    body: { attendances: [{ userId: joiner, attendance: 'late' }] },
  })
  const token = await tokenFrom(id, scene.coachId)

  await expect(read(id, stranger)).rejects.toMatchObject({ status: 404, code: 'invitation_not_found' })
  await expect(fullInfo(id, stranger)).rejects.toMatchObject({ status: 404, code: 'invitation_not_found' })
  expect(await read(id, stranger, token)).toMatchObject({ id, messageToCoach: '', messageToPlayers: '' })
  const seen = await fullInfo(id, stranger, token)
  expect(seen).toMatchObject({
    invitation: { messageToCoach: '', messageToPlayers: '', seatsTaken: 1 },
    reqUser: {
      userId: stranger,
      role: 'viewer',
      isCompanyAdmin: false,
      isInvited: false,
      shareToken: null,
      joinCost: { neededSessions: 1, availableSessions: 0 },
      contract: null,
      cancellation: null,
    },
    lastClass: null,
    events: [],
  })
  expect(seen.responsePlayers).toMatchObject([
    { responderId: joiner, attendance: null, heldSessions: 0, availableSessions: null },
  ])

  const asCoach = await fullInfo(id, scene.coachId)
  expect(asCoach.invitation.messageToPlayers).toBe('给球员的话')
  expect(asCoach.responsePlayers.map((seat) => [seat.responderId, seat.attendance, seat.availableSessions])).toEqual(
    expect.arrayContaining([
      [joiner, 'late', 9],
      [scene.playerId, null, 10],
    ]),
  )
  const asJoiner = await fullInfo(id, joiner)
  expect(asJoiner.responsePlayers.map((seat) => [seat.responderId, seat.availableSessions])).toEqual(
    expect.arrayContaining([
      [joiner, 9],
      [scene.playerId, null],
    ]),
  )
})

test('the link opens that class only, and only while it is to come', async () => {
  const scene = await givenScene(db)
  const stranger = await givenPlayer(db)
  const id = await givenInvitation(db, { scene, participantsCount: 3, status: 'CONFIRMED' })
  const other = await givenInvitation(db, { scene, participantsCount: 3, beginTimeSlot: 30, at: clock.now() })
  const [token, tokenOfOther] = [await tokenFrom(id, scene.coachId), await tokenFrom(other, scene.coachId)]
  await expect(read(id, stranger, tokenOfOther)).rejects.toMatchObject({ status: 404 })
  await expect(read(id, stranger, 'short')).rejects.toMatchObject({ status: 400, code: 'input_invalid' })

  clock.set(new Date(`${TOMORROW}T09:59:59+08:00`))
  expect(await read(id, stranger, token)).toMatchObject({ id })
  expect(await read(other, stranger, tokenOfOther)).toMatchObject({ id: other })
  clock.set(new Date(`${TOMORROW}T10:00:00+08:00`))
  await expect(read(id, stranger, token)).rejects.toMatchObject({ status: 404 })
  expect((await fullInfo(id, scene.coachId)).reqUser.shareToken).toBeNull()
  clock.set(new Date(`${TOMORROW}T12:00:00+08:00`))
  await expect(read(other, stranger, tokenOfOther)).rejects.toMatchObject({ status: 404 })

  const cancelled = await givenInvitation(db, { scene, status: 'CANCELLED', courseDate: '2026-05-06' })
  const live = await givenInvitation(db, { scene, courseDate: '2026-05-06', at: clock.now() })
  const before = await tokenFrom(live, scene.coachId)
  expect(await tokenFrom(cancelled, scene.coachId)).toBe('')
  await signedInAs(scene.coachId)(classActions.cancelByCoach, { params: { id: live }, body: {} })
  await expect(read(live, stranger, before)).rejects.toMatchObject({ status: 404 })
})

test('a user who came by the link may join, and then takes part in it', async () => {
  const scene = await givenScene(db)
  const stranger = await givenPlayer(db)
  const id = await givenInvitation(db, {
    scene,
    participantsCount: 2,
    at: clock.now(),
    over: { messageToPlayers: '带水' },
  })
  const share = await tokenFrom(id, scene.playerId)
  const joined = await signedInAs(stranger)(classActions.joinInvitation, {
    params: { a: id, b: stranger },
    body: { share },
  })
  expect(joined).toMatchObject({ seatsTaken: 2, messageToPlayers: '带水' })
  expect(await read(id, stranger)).toMatchObject({ messageToPlayers: '带水' })
})
