import * as classActions from '@paidang/api/areas/activities/class-actions'
import { contractsOfUser } from '@paidang/api/areas/money/contracts'
import { ENDED_CONTRACTS_SHOWN } from '@paidang/domain/areas/money/contracts/contract'
import { addDays } from '@paidang/domain/kernel/day'
import { expect, test } from 'vitest'
import { classObjections } from '../../../tables/classes.ts'
import { givenContract, givenScene, only, TOMORROW } from '../../../testing/builders.ts'
import { givenInvitation } from '../../../testing/given-invitation.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { moveHours } from './ledger.ts'

const { db, signedInAs, clock } = await startTestServer()

test('a contract’s hours sum to its total, including returned and expired ones', async () => {
  const scene = await givenScene(db)
  const read = async () =>
    only(await signedInAs(scene.playerId)(contractsOfUser, { params: { userId: scene.playerId } }))
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  expect(await read()).toMatchObject({ totalSessions: 10, availableSessions: 9, heldSessions: 1, consumedSessions: 0 })

  clock.set(new Date(`${TOMORROW}T11:00:00+08:00`))
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  expect(await read()).toMatchObject({ totalSessions: 10, availableSessions: 9, heldSessions: 0, consumedSessions: 1 })

  await signedInAs(scene.playerId)(classActions.objectToClass, { params: { id }, body: { words: '没有上课' } })
  const [objection] = await db.select().from(classObjections)
  const body = { isRefunded: true }
  await signedInAs(scene.coachId)(classActions.answerObjection, { params: { id: objection?.id ?? '' }, body })
  await moveHours(db, {
    contractId: scene.contractId,
    kind: 'EXPIRE',
    remainingChange: -10,
    heldChange: 0,
    invitationId: null,
    seatUserId: null,
    round: null,
    actorId: null,
    reason: '合同到期',
    now: clock.now(),
  })
  expect(await read()).toMatchObject({
    totalSessions: 10,
    availableSessions: 0,
    heldSessions: 0,
    consumedSessions: 0,
    expiredSessions: 10,
  })
})

test('any number of ended contracts hides none with hours, and the latest that ended are shown', async () => {
  const { playerId: userId, coachId, courseId, contractId } = await givenScene(db)
  const ended: string[] = []
  for (let day = 0; day < ENDED_CONTRACTS_SHOWN + 2; day += 1) {
    const expiryDate = addDays('2026-01-01', day)
    ended.push(await givenContract(db, { userId, courseId, coachId, expiryDate, sessions: 1, spent: 1 }))
  }
  const rows = await signedInAs(userId)(contractsOfUser, { params: { userId } })
  expect(rows.map(({ id }) => id)).toEqual([contractId, ...ended.slice(2)])
})
