import * as classActions from '@paidang/api/areas/class-actions'
import { contractsOfUser } from '@paidang/api/areas/contracts'
import { expect, test } from 'vitest'
import { givenScene, only, TOMORROW } from '../../testing/builders.ts'
import { givenInvitation } from '../../testing/given-invitation.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { moveHours } from './queries.ts'

const { db, signedInAs, clock } = await startTestServer()

test('a contract’s hours add up to its total: consumed ones that were given back and expired ones among them', async () => {
  const scene = await givenScene(db)
  const read = async () =>
    only(await signedInAs(scene.playerId)(contractsOfUser, { params: { userId: scene.playerId } }))
  const id = await givenInvitation(db, { scene, status: 'CONFIRMED' })
  expect(await read()).toMatchObject({ totalSessions: 10, availableSessions: 9, heldSessions: 1, consumedSessions: 0 })

  clock.set(new Date(`${TOMORROW}T11:00:00+08:00`))
  await signedInAs(scene.coachId)(classActions.finishInvitation, { params: { id } })
  expect(await read()).toMatchObject({ totalSessions: 10, availableSessions: 9, heldSessions: 0, consumedSessions: 1 })

  const movement = {
    contractId: scene.contractId,
    heldChange: 0,
    invitationId: null,
    seatUserId: null,
    round: null,
    actorId: null,
    now: clock.now(),
  }
  await moveHours(db, { ...movement, kind: 'REFUND', remainingChange: 0.5, reason: '补课' })
  await moveHours(db, { ...movement, kind: 'EXPIRE', remainingChange: -9.5, reason: '合同到期' })
  expect(await read()).toMatchObject({
    totalSessions: 10,
    availableSessions: 0,
    heldSessions: 0,
    consumedSessions: 0.5,
    expiredSessions: 9.5,
  })
})
