import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { NEAREST } from '@paidang/api/shapes'
import { expect, test } from 'vitest'
import { givenPlayer, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const agenda = (actorId: string, from = '2026-05-01', days = 31) =>
  signedInAs(actorId)(classes.agenda, { query: { from, days } })
const idsOf = async (actorId: string, from?: string, days?: number) =>
  (await agenda(actorId, from, days)).map(({ id }) => id)

test('the agenda holds the classes that a user teaches and takes, by time, without those that came to nothing', async () => {
  const scene = await givenScene(db)
  const late = await givenInvitation(db, { scene, beginTimeSlot: 30 })
  const early = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const later = await givenInvitation(db, { scene, status: 'CONFIRMED', courseDate: '2026-05-20' })
  const held = await givenInvitation(db, { scene, status: 'COMPLETED' })
  await givenInvitation(db, { scene, status: 'CANCELLED', beginTimeSlot: 34 })
  await givenInvitation(db, { scene, status: 'EXPIRED', beginTimeSlot: 36 })
  for (const [actorId, role] of [
    [scene.playerId, 'initiator'],
    [scene.coachId, 'coach'],
  ] as const) {
    const rows = await agenda(actorId)
    expect(rows.map(({ id }) => id)).toEqual([early, late, later])
    expect(new Set(rows.map((row) => row.role))).toEqual(new Set([role]))
    expect(await idsOf(actorId, '2026/04/29', 4)).toEqual([held, early, late])
    expect(await idsOf(actorId, '2026-04-29', 3)).toEqual([held])
  }
  expect(await idsOf(scene.adminId)).toEqual([])
})

test('an unanswered request leaves the agenda at its expiry, and the day of the coach as well', async () => {
  const scene = await givenScene(db)
  await givenInvitation(db, { scene })
  const day = () =>
    signedInAs(scene.coachId)(classes.classesOfCoachOnDay, { body: { coachId: scene.coachId, date: TOMORROW } })
  expect([(await agenda(scene.playerId)).length, (await day()).length]).toEqual([1, 1])
  clock.set(new Date('2026-05-02T12:00:00+08:00'))
  expect([await agenda(scene.playerId), await day()]).toEqual([[], []])
})

test('an asked user sees the class while they can join it; a user who left it does not', async () => {
  const scene = await givenScene(db)
  const [asked, joiner] = [await givenPlayer(db), await givenPlayer(db)]
  const byCoach = { scene, madeBy: 'coach' as const, invited: [asked], participantsCount: 2 }
  const coming = await givenInvitation(db, { ...byCoach, status: 'CONFIRMED' })
  await givenInvitation(db, { ...byCoach, status: 'COMPLETED' })
  expect(await agenda(asked, '2026-04-20')).toMatchObject([{ id: coming, responseStatus: 'INVITED' }])

  const id = await givenInvitation(db, {
    scene,
    beginTimeSlot: 30,
    participantsCount: 2,
    joiners: [{ userId: joiner }],
  })
  expect(await agenda(joiner)).toMatchObject([{ id, role: 'participant', responseStatus: 'JOINED' }])
  await signedInAs(joiner)(classActions.cancelByPlayer, { params: { id }, body: {} })
  expect(await agenda(joiner)).toEqual([])
})

test('takes at most 62 days', async () => {
  const player = await givenPlayer(db)
  expect(await agenda(player, '2026-05-01', 62)).toEqual([])
  await expect(agenda(player, '2026-05-01', 63)).rejects.toMatchObject({ code: 'input_invalid' })
  await expect(agenda(player, '2026-02-30')).rejects.toMatchObject({ code: 'input_invalid' })
})

test('the list of own classes filters by the state of the own seat, by the class, and by both', async () => {
  const scene = await givenScene(db)
  const asked = await givenPlayer(db)
  const joined = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  const invited = await givenInvitation(db, {
    scene,
    madeBy: 'coach',
    invited: [asked],
    beginTimeSlot: 30,
  })
  const list = (userId: string, query: object) =>
    signedInAs(userId)(classes.pageOfUser, { query: { current: 1, rows: 10, ...query } })
  const ids = async (userId: string, query: object) => (await list(userId, query)).rows.map(({ id }) => id)
  for (const sort of ['responseTime', NEAREST]) {
    expect(await ids(scene.playerId, { sort, responseStatus: 'JOINED' })).toEqual([joined])
    expect(await ids(asked, { sort, responseStatus: 'JOINED' })).toEqual([])
    expect(await ids(asked, { sort, responseStatus: 'INVITED,DECLINED' })).toEqual([invited])
    expect(await ids(scene.coachId, { sort, responseStatus: 'JOINED' })).toEqual([])
    expect((await ids(scene.coachId, { sort, responseStatus: 'COACH' })).sort()).toEqual([joined, invited].sort())
    const both = { sort, responseStatus: 'COACH', 'invitation.invitationStatus': 'PENDING' }
    expect(await ids(scene.coachId, both)).toEqual([invited])
    expect(await list(scene.coachId, both)).toMatchObject({ total: 1 })
  }
  for (const query of [{ responseStatus: 'PENDING' }, { sort: NEAREST, sord: 'asc' }, { sort: 'courseDate' }])
    await expect(list(asked, query)).rejects.toMatchObject({ status: 400, code: 'input_invalid' })
})
