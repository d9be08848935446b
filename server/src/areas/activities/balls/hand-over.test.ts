import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import * as balls from '@paidang/api/areas/activities/balls'
import { expect, test } from 'vitest'
import { ballProposals } from '../../../tables/balls.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { ballMessagesAndTime } from '../../../testing/ball-messages-and-time.ts'
import { ballPlayers } from '../../../testing/ball-players.ts'
import { givenPlayer, givenVenue } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const server = await startTestServer()
const { db, signedInAs } = server
const { payer, publish, join, enroll, leave, cancel, detail } = ballPlayers(server)
const { at, told, verdicts, agree, refuse, lastAsked, balanceOf } = ballMessagesAndTime(server)

const handOver = (actorId: string, id: string, userId: string) =>
  signedInAs(actorId)(ballChanges.handOverBall, { body: { id, userId } })
const stateOf = async () => (await db.select().from(ballProposals).orderBy(ballProposals.id)).map(({ state }) => state)

test('a player agrees and becomes the initiator; the former initiator stays in the game with their money', async () => {
  const [initiator, player] = [await payer(), await payer({ nickname: '小南' })]
  const { id } = await publish(initiator)
  await join(player, id)
  const proposed = await handOver(initiator.id, id, player.id)
  expect(proposed.proposals).toMatchObject([{ kind: 'HAND_OVER', out: null, in: { id: player.id }, order: null }])
  expect(await handOver(initiator.id, id, player.id)).toEqual(proposed)
  expect((await detail(player.id, id)).proposals).toHaveLength(1)
  expect((await detail(await givenPlayer(db), id)).proposals).toEqual([])

  await agree(player.id)
  expect(await detail(player.id, id)).toMatchObject({
    initiatorId: player.id,
    viewer: { role: 'initiator' },
    proposals: [],
    seats: [{ isInitiator: false }, { isInitiator: true }],
  })
  expect(await told(initiator.id)).toContain('小南 接任了球局发起人')
  await expectRefusal(db, () => cancel(initiator.id, id), { status: 403, code: 'action_forbidden' })
  await expectRefusal(db, () => leave(player.id, id), { status: 409, code: 'ball_initiator_stays' })
  await leave(initiator.id, id)
  expect(await balanceOf(initiator)).toBe(80_000)
  expect((await cancel(player.id, id)).status).toBe('CANCELLED')
  expect(await balanceOf(player)).toBe(80_000)
})

test('unapproved text of the former initiator does not pass to the new one', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const { id } = await publish(initiator)
  await join(player, id)
  await db.insert(contentSubmissions).values({
    ...{ kind: 'ball', objectId: id, field: 'title', value: '待人工标题', authorId: initiator.id },
  })
  expect((await detail(initiator.id, id)).pending).toHaveLength(1)
  await handOver(initiator.id, id, player.id)
  await agree(player.id)
  expect((await detail(player.id, id)).pending).toEqual([])
  expect(await db.$count(contentSubmissions)).toBe(0)
})

test('a refusal, or a proposed player who leaves, changes nothing, and another may be asked', async () => {
  const [initiator, first, second] = [await payer(), await payer(), await payer()]
  const { id } = await publish(initiator)
  await join(first, id)
  await join(second, id)
  await handOver(initiator.id, id, first.id)
  await expectRefusal(db, () => handOver(initiator.id, id, second.id), { status: 409, code: 'ball_proposal_open' })
  await refuse(first.id)
  expect(await told(initiator.id)).toContain('转让发起人未获同意')
  await handOver(initiator.id, id, second.id)
  await leave(second.id, id)
  expect(await verdicts(second.id)).toEqual([2])
  expect(await told(initiator.id)).toContain('转让发起人已失效')
  expect(await stateOf()).toEqual(['REFUSED', 'EXPIRED'])
  expect((await detail(initiator.id, id)).initiatorId).toBe(initiator.id)
})

test('only the initiator proposes, and only players with a confirmed seat are asked, before the start', async () => {
  const [initiator, player, held] = [await payer(), await payer(), await payer()]
  const { id } = await publish(initiator)
  await join(player, id)
  await enroll(held.id, id)
  const refusal = { status: 404, code: 'ball_player_unknown' }
  for (const userId of [held.id, initiator.id, await givenPlayer(db)]) {
    await expectRefusal(db, () => handOver(initiator.id, id, userId), refusal)
  }
  await expectRefusal(db, () => handOver(player.id, id, player.id), { status: 403, code: 'action_forbidden' })
  await handOver(initiator.id, id, player.id)
  at('05-02T18:00:00')
  await expectRefusal(db, () => agree(player.id), { status: 409, code: 'ball_started' })
  await expectRefusal(db, () => handOver(initiator.id, id, player.id), { status: 409, code: 'ball_started' })
})

test('a player who has paid for all cannot leave, also when another is the initiator', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const { venueId: stadiumId } = await givenVenue(db)
  const { id } = await publish(initiator, { feeMode: 'INITIATOR', stadiumId, selectedCourt: 0 })
  await join(player, id)
  await handOver(initiator.id, id, player.id)
  await agree(player.id)
  expect((await detail(initiator.id, id)).viewer).toMatchObject({ role: 'participant', leave: null })
  await expectRefusal(db, () => leave(initiator.id, id), { status: 409, code: 'ball_bearer_stays' })
  const swap = { id, outUserId: initiator.id, inUserId: await givenPlayer(db) }
  await expectRefusal(db, () => signedInAs(player.id)(ballChanges.swapPlayer, { body: swap }), {
    status: 409,
    code: 'ball_bearer_stays',
  })
  await cancel(player.id, id)
  expect(await balanceOf(initiator)).toBe(80_000)
})

test('what was asked of the initiator is asked of the new one, and the former cannot decide it', async () => {
  const [initiator, player] = [await payer(), await payer()]
  const asker = await givenPlayer(db, { level: 1 })
  const { id } = await publish(initiator)
  await join(player, id)
  await signedInAs(asker)(balls.requestBall, { body: { id } })
  const before = await lastAsked(initiator.id)
  await handOver(initiator.id, id, player.id)
  await agree(player.id)
  expect(await lastAsked(initiator.id)).toBe(before)
  await expectRefusal(db, () => agree(initiator.id), { status: 403, code: 'action_forbidden' })
  await agree(player.id)
  expect(await verdicts(initiator.id)).toEqual([1])
  expect((await detail(asker, id)).viewer.requestStatus).toBe(1)
})
