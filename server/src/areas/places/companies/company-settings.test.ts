import * as classActions from '@paidang/api/areas/activities/class-actions'
import * as classes from '@paidang/api/areas/activities/classes'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { type CompanySettings, saveCompanySettings } from '@paidang/api/areas/places/companies'
import { expect, test } from 'vitest'
import { retiredPolicies } from '../../../tables/companies.ts'
import { contracts } from '../../../tables/contracts.ts'
import { messages } from '../../../tables/messages.ts'
import { givenCoach, givenCompany, givenScene, type Scene, TOMORROW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const LENIENT: CompanySettings = { freeCancelHours: 2, forgivenLateCancels: 0, firstStart: 12, lastStart: 44 }
const STRICT: CompanySettings = { ...LENIENT, freeCancelHours: 48 }

const save = (id: string, body: CompanySettings, actorId: string) =>
  signedInAs(actorId)(saveCompanySettings, { params: { id }, body })
const refused = (call: () => Promise<unknown>, refusal: object) => expectRefusal(db, call, refusal)
const at = (time: string) => clock.set(new Date(`2026-05-01T${time}:00+08:00`))

/** Makes a class of tomorrow that its coach has confirmed. */
async function standingClass(scene: Scene, beginTimeSlot: number): Promise<string> {
  const { coachId, courseId: courseDesignId, venueId: stadiumId, playerId } = scene
  const span = { courseDate: TOMORROW, beginTimeSlot, endTimeSlot: beginTimeSlot + 2 }
  const body = { coachId, courseDesignId, stadiumId, ...span }
  const { id } = await signedInAs(playerId)(classActions.createByPlayer, { body })
  await signedInAs(coachId)(classActions.confirmInvitation, { params: { id } })
  return id
}

test('a class is cancelled under the policy that was in force when it was made', async () => {
  const scene = await givenScene(db)
  const { companyId, adminId, playerId } = scene
  await save(companyId, LENIENT, adminId)
  at('12:10')
  const earlier = await standingClass(scene, 30)
  at('12:20')
  await save(companyId, { ...LENIENT, freeCancelHours: 12 }, adminId)
  at('12:30')
  await save(companyId, STRICT, adminId)
  at('12:40')
  const later = await standingClass(scene, 34)

  const quoted = async (id: string) =>
    (await signedInAs(playerId)(classes.getFullInfo, { params: { id }, query: {} })).reqUser.cancellation
  expect([await quoted(earlier), await quoted(later)]).toMatchObject([{ lostSessions: 0 }, { lostSessions: 1 }])
  const cancel = (id: string) => signedInAs(playerId)(classActions.cancelByPlayer, { params: { id }, body: {} })
  await cancel(earlier)
  await cancel(later)
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 9, heldSessions: 0 }])
})

test('a more lenient policy does not apply to earlier classes either', async () => {
  const scene = await givenScene(db)
  const { companyId, adminId, playerId } = scene
  await save(companyId, STRICT, adminId)
  at('12:10')
  const id = await standingClass(scene, 30)
  at('12:20')
  await save(companyId, LENIENT, adminId)
  await signedInAs(playerId)(classActions.cancelByPlayer, { params: { id }, body: {} })
  expect(await db.select().from(contracts)).toMatchObject([{ remainingSessions: 9 }])
  const shown = await signedInAs(playerId)(contractsOfUser, { params: { userId: playerId } })
  expect(JSON.stringify(shown)).toContain('"freeCancelHours":2')
})

test('only a changed policy is retired, and the coaches are notified; two changes at one instant retire it once', async () => {
  const { companyId, adminId, coachId } = await givenScene(db)
  const present = { freeCancelHours: 24, forgivenLateCancels: 1, firstStart: 14, lastStart: 40 }
  expect(await save(companyId, present, adminId)).toMatchObject({ ...present, isMember: true })
  expect(await db.$count(retiredPolicies)).toBe(0)
  await save(companyId, { ...present, forgivenLateCancels: 3 }, adminId)
  await save(companyId, { ...present, forgivenLateCancels: 2 }, adminId)
  expect(await db.select().from(retiredPolicies)).toMatchObject([
    { companyId, freeCancelHours: 24, forgivenLateCancels: 1, retiredBy: adminId },
  ])
  const told = await db.select().from(messages)
  expect(told.map(({ receiverId, title }) => [receiverId, title])).toEqual([
    [coachId, '取消规则已更改'],
    [coachId, '取消规则已更改'],
  ])
})

test('only the admin sets the rules, and the opening hours must end after they begin', async () => {
  const { companyId, adminId, coachId } = await givenScene(db)
  const other = await givenCompany(db)
  for (const actorId of [coachId, other.adminId, await givenCoach(db)])
    await refused(() => save(companyId, LENIENT, actorId), { status: 403, code: 'action_forbidden' })
  const backwards = { ...LENIENT, firstStart: 20, lastStart: 19 }
  await refused(() => save(companyId, backwards, adminId), { status: 400, code: 'venue_hours_invalid' })
})

test('of many concurrent changes at one instant, only the policy before them is retired', async () => {
  const { companyId, adminId } = await givenScene(db)
  const input = Array.from({ length: 8 }, (_, index) => ({ ...LENIENT, freeCancelHours: 30 + index }))
  await Promise.all(input.map((settings) => save(companyId, settings, adminId)))
  expect(await db.select().from(retiredPolicies)).toMatchObject([{ freeCancelHours: 24 }])
})
