import { handOverBall } from '@paidang/api/areas/activities/ball-changes'
import { requestBall } from '@paidang/api/areas/activities/balls'
import { deleteMessage, messagesOfType } from '@paidang/api/areas/ground/messages'
import { expect, test } from 'vitest'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers } from '../../../testing/ball-players.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, publish, join, detail } = ballPlayers(server)
const { at, agree, refuse, lastAsked, verdicts } = ballMessagesAndTime(server)

const remove = (actorId: string, id: string) => signedInAs(actorId)(deleteMessage, { params: { id } })
const WAITS = { status: 409, code: 'message_waits' }
const handOver = (actorId: string, id: string, userId: string) =>
  signedInAs(actorId)(handOverBall, { body: { id, userId } })
const countOf = async (actorId: string) => {
  const query = { current: 1, rows: 10 }
  return (await signedInAs(actorId)(messagesOfType, { params: { messageType: 'all' }, query })).total
}

/** A game that a player outside its level range asks to join. */
async function givenRequest() {
  const [initiator, asker] = [await payer(), await givenPlayer(db, { level: 1 })]
  const { id } = await publish(initiator)
  await signedInAs(asker)(requestBall, { body: { id } })
  return { id, initiator, asker, messageId: await lastAsked(initiator.id) }
}

test('the message of a request to join cannot be deleted until the request is decided', async () => {
  const { id, initiator, asker, messageId } = await givenRequest()
  await expectRefusal(db, () => remove(initiator.id, messageId), WAITS)
  expect((await detail(asker, id)).viewer.requestStatus).toBe(0)
  await agree(initiator.id)
  expect((await detail(asker, id)).viewer.requestStatus).toBe(1)
  for (const _again of [1, 2]) expect(await remove(initiator.id, messageId)).toBeNull()
  expect(await countOf(initiator.id)).toBe(0)
})

test('from the start a request can no longer be decided, and its message may be deleted', async () => {
  const { initiator, messageId } = await givenRequest()
  at('05-02T17:59:59')
  await expectRefusal(db, () => remove(initiator.id, messageId), WAITS)
  at('05-02T18:00:00')
  for (const _again of [1, 2]) expect(await remove(initiator.id, messageId)).toBeNull()
  expect([await countOf(initiator.id), await verdicts(initiator.id)]).toEqual([0, [2]])
})

test('a former initiator may delete requests that the new initiator now has to decide', async () => {
  const { id, initiator, messageId } = await givenRequest()
  const heir = await payer()
  await join(heir, id)
  await handOver(initiator.id, id, heir.id)
  await agree(heir.id)
  await remove(initiator.id, messageId)
  await expectRefusal(db, async () => remove(heir.id, await lastAsked(heir.id)), WAITS)
})

test('a player asked to take a game over has to answer before deleting the message; after a no another may be asked', async () => {
  const [initiator, heir, other] = [await payer(), await payer(), await payer()]
  const { id } = await publish(initiator)
  for (const player of [heir, other]) await join(player, id)
  await handOver(initiator.id, id, heir.id)
  const messageId = await lastAsked(heir.id)
  await expectRefusal(db, () => remove(heir.id, messageId), WAITS)
  expect(await verdicts(heir.id)).toEqual([0])
  await refuse(heir.id)
  await remove(heir.id, messageId)
  await handOver(initiator.id, id, other.id)
  expect(await verdicts(other.id)).toEqual([0])
})
