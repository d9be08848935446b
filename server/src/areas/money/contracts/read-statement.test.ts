import * as classActions from '@paidang/api/areas/activities/class-actions'
import { contractStatement } from '@paidang/api/areas/money/contracts'
import { expect, test } from 'vitest'
import { coachCourses } from '../../../tables/companies.ts'
import { givenCoach, givenPlayer, givenRelation, givenScene, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const { db, signedInAs, clock } = await startTestServer()

const statement = (id: string, actorId: string, kind?: string) =>
  signedInAs(actorId)(contractStatement, {
    params: { id },
    query: { current: 1, rows: 10, ...(kind !== undefined && { kind }) },
  })

test('every movement shows its balance, its reason, its author and its class', async () => {
  const { scene, id } = await givenHeldClass()
  const invitation = { id, courseDate: TOMORROW, beginTimeSlot: 20, coachId: scene.coachId }
  const { rows, total } = await statement(scene.contractId, scene.playerId)
  expect(total).toBe(3)
  expect(rows).toMatchObject([
    {
      seq: 3,
      kind: 'CONSUME',
      remainingChange: -1,
      heldChange: -1,
      remainingAfter: 9,
      heldAfter: 0,
      availableAfter: 9,
    },
    { seq: 2, kind: 'HOLD', remainingChange: 0, heldChange: 1, remainingAfter: 10, heldAfter: 1, availableAfter: 9 },
    { seq: 1, kind: 'GRANT', remainingChange: 10, remainingAfter: 10, availableAfter: 10, invitation: null },
  ])
  expect(rows.slice(0, 2)).toMatchObject([{ invitation }, { invitation }])
  expect(rows.every(({ reason }) => reason !== '')).toBe(true)
  expect(rows[0]?.actorName).toMatch(/^教练/)
})

test('a class that moves keeps the former time in the rows from before', async () => {
  const { coachId, playerId, contractId, courseId, venueId } = await givenScene(db)
  const player = signedInAs(playerId)
  const at = (beginTimeSlot: number) => {
    const time = { courseDate: TOMORROW, beginTimeSlot, endTimeSlot: beginTimeSlot + 2 }
    return { coachId, courseDesignId: courseId, stadiumId: venueId, ...time }
  }
  const { id } = await player(classActions.createByPlayer, { body: at(24) })
  await player(classActions.updateBySelf, { params: { id }, body: at(30) })
  await player(classActions.cancelByPlayer, { params: { id }, body: {} })
  const { rows } = await statement(contractId, playerId)
  expect(rows.map(({ kind, invitation }) => [kind, invitation?.courseDate, invitation?.beginTimeSlot])).toEqual([
    ['VOID', TOMORROW, 30],
    ['HOLD', TOMORROW, 30],
    ['VOID', TOMORROW, 24],
    ['HOLD', TOMORROW, 24],
    ['GRANT', undefined, undefined],
  ])
})

test('the statement can be narrowed to kinds of movements, and its total counts only those', async () => {
  const { scene } = await givenHeldClass()
  const kindsOf = async (kind: string) => {
    const { rows, total } = await statement(scene.contractId, scene.playerId, kind)
    return [total, rows.map((row) => row.kind)]
  }
  expect(await kindsOf('CONSUME')).toEqual([1, ['CONSUME']])
  expect(await kindsOf('GRANT,HOLD')).toEqual([2, ['HOLD', 'GRANT']])
  expect(await kindsOf('EXPIRE')).toEqual([0, []])
  for (const every of ['all', '']) expect((await kindsOf(every))[0]).toBe(3)
  for (const wrong of ['consume', 'GRANT,', 'GIFT'])
    await expect(kindsOf(wrong)).rejects.toMatchObject({ code: 'input_invalid' })
})

test('the statement is for the player, the coaches of the course with the player as student, and the company’s admin', async () => {
  const { scene } = await givenHeldClass()
  const colleague = await givenCoach(db, { companyId: scene.companyId })
  await db.insert(coachCourses).values({ coachId: colleague, courseId: scene.courseId })
  const refused = { status: 404, code: 'contract_not_found' }
  for (const actorId of [scene.playerId, scene.coachId, scene.adminId])
    expect((await statement(scene.contractId, actorId)).total).toBe(3)
  for (const actorId of [colleague, await givenPlayer(db)])
    await expect(statement(scene.contractId, actorId)).rejects.toMatchObject(refused)
  await givenRelation(db, colleague, scene.playerId)
  expect((await statement(scene.contractId, colleague)).total).toBe(3)
})

async function givenHeldClass() {
  const scene = await givenScene(db)
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  clock.set(new Date(`${TOMORROW}T11:00:00+08:00`))
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  return { scene, id }
}
