import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '../../../tables/identities.ts'
import { courts, venues } from '../../../tables/venues.ts'
import { givenCourse, givenPlayer, givenScene } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const fileOf = (id: string, actorId: string) => signedInAs(actorId)(classes.calendarFile, { params: { id } })

/** The properties of the file, unfolded. */
async function propertiesOf(id: string, actorId: string): Promise<Record<string, string>> {
  const { ics } = await fileOf(id, actorId)
  expect(ics.endsWith('END:VCALENDAR\r\n')).toBe(true)
  for (const line of ics.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const lines = ics.replaceAll('\r\n ', '').split('\r\n')
  const own = lines.slice(lines.indexOf('BEGIN:VEVENT') + 1)
  return Object.fromEntries(own.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]))
}

test('an active class: UTC times, place, coach, an alarm an hour before', async () => {
  const scene = await givenScene(db)
  await db.update(users).set({ nickname: '林教练' }).where(eq(users.id, scene.coachId))
  await db.update(venues).set({ name: '源深体育馆', address: '张杨路 1458 号' })
  await db.update(courts).set({ name: '1号场' })
  const courseId = await givenCourse(db, {
    companyId: scene.companyId,
    coachIds: [scene.coachId],
    courseName: '网球，基础;课\r\nBEGIN:VALARM 一对一私教提高班（含球与场地）',
  })
  const id = await givenInvitation(db, {
    scene: { ...scene, courseId, contractId: '' },
    needContract: true,
    joiners: [],
  })
  expect(await fileOf(id, scene.playerId)).toMatchObject({ fileName: 'paidang-2026-05-02-1000.ics' })
  const file = await propertiesOf(id, scene.playerId)
  expect(file).toMatchObject({
    UID: `class-${id}@paidang`,
    SEQUENCE: '0',
    STATUS: 'TENTATIVE',
    DTSTART: '20260502T020000Z',
    DTEND: '20260502T030000Z',
    LOCATION: '源深体育馆 1号场\\n张杨路 1458 号',
    TRIGGER: '-PT1H',
  })
  expect(file.SUMMARY).toContain('网球，基础\\;课\\n')
  expect(file.SUMMARY).toContain(' · 林教练')
})

test('every step raises the sequence under the same UID; a cancelled class has that status and no alarm', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene })
  const sequences: unknown[] = []
  const note = async () => {
    const { UID, SEQUENCE, STATUS, TRIGGER } = await propertiesOf(id, scene.playerId)
    expect(UID).toBe(`class-${id}@paidang`)
    sequences.push([SEQUENCE, STATUS, TRIGGER])
  }
  await note()
  await signedInAs(scene.coachId)(classActions.confirmInvitation, { params: { id } })
  await note()
  await signedInAs(scene.coachId)(classActions.cancelByCoach, { params: { id }, body: {} })
  await note()
  expect(sequences).toEqual([
    ['0', 'TENTATIVE', '-PT1H'],
    ['1', 'CONFIRMED', '-PT1H'],
    ['2', 'CANCELLED', undefined],
  ])
})

test('a request that nobody answered in time is cancelled, before any job marks it', async () => {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene })
  clock.set(new Date('2026-05-02T12:00:00+08:00'))
  expect(await propertiesOf(id, scene.coachId)).toMatchObject({ STATUS: 'CANCELLED' })
})

test('only people with a place in the class get the file; for those who left it, it is cancelled', async () => {
  const scene = await givenScene(db)
  const joiner = await givenPlayer(db)
  const id = await givenInvitation(db, {
    scene,
    status: 'CONFIRMED',
    participantsCount: 2,
    joiners: [{ userId: joiner }],
  })
  for (const actorId of [scene.coachId, scene.playerId, joiner])
    expect(await propertiesOf(id, actorId)).toMatchObject({ STATUS: 'CONFIRMED' })
  await signedInAs(joiner)(classActions.cancelByPlayer, { params: { id }, body: {} })
  expect(await propertiesOf(id, joiner)).toMatchObject({ STATUS: 'CANCELLED' })
  expect(await propertiesOf(id, scene.playerId)).toMatchObject({ STATUS: 'CONFIRMED' })
  await expect(fileOf(id, scene.adminId)).rejects.toMatchObject({ code: 'invitation_not_yours' })
  await expect(fileOf(id, await givenPlayer(db))).rejects.toMatchObject({ code: 'invitation_not_found' })
})
