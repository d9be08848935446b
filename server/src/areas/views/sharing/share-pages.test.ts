import { getBallDetail } from '@paidang/api/areas/activities/balls'
import { closeAccount } from '@paidang/api/areas/desks/accounts'
import { openShare, sharePage } from '@paidang/api/areas/views/sharing'
import type { Input } from '@paidang/api/endpoint'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballGames } from '../../../tables/balls.ts'
import { shareLinks } from '../../../tables/sharing.ts'
import { givenPlayer } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenBlacklisted, givenBusinessCard, givenShare } from '../../../testing/given-people.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'

const ROUNDS = raceRounds(20)

const { app, db, call, signedInAs } = await startTestServer()

const share = (actorId: string, body: Input<typeof sharePage>['body']) => signedInAs(actorId)(sharePage, { body })
const shareBall = (actorId: string, objectId: string) => share(actorId, { kind: 'ball', objectId })
const open = (shareId: string, actorId?: string) =>
  (actorId ? signedInAs(actorId) : call)(openShare, { params: { shareId } })
const GONE = { code: 'share_not_found', status: 404, message: '分享已失效' }

test('a card is shared under eight characters, with the pictures that show it', async () => {
  const userId = await givenPlayer(db, { nickname: '林知夏' })
  const shared = await share(userId, { kind: 'card', objectId: userId })
  const { shareId } = shared
  expect(shareId).toMatch(/^[0-9A-Za-z]{8}$/)
  expect(shared).toEqual({
    shareId,
    kind: 'card',
    objectId: userId,
    title: '林知夏的球员名片',
    path: `/pages/user_card/index?id=${userId}&i=${shareId}`,
    picture: `/aaapi/share/${shareId}/picture.png`,
    code: `/aaapi/share/${shareId}/code.png`,
    poster: `/aaapi/share/${shareId}/poster.png`,
  })
  expect(await open(shareId)).toEqual(shared)
  await givenBusinessCard(db, { userId, name: '夏夏' })
  expect(await open(shareId)).toEqual({ ...shared, title: '夏夏的球员名片' })
})

test('the home page and a public game are shared as well; only a card has a poster', async () => {
  const [actorId, initiator] = [await givenPlayer(db), await givenPlayer(db)]
  const home = await share(actorId, { kind: 'home' })
  expect(home).toMatchObject({ kind: 'home', objectId: null, path: '/pages/home/index', poster: null })
  const ballId = await givenBall(db, { playerIds: [initiator], title: '周六早场' })
  const game = await shareBall(actorId, ballId)
  const path = `/bookingBall/pages/ballDetail/index?id=${ballId}`
  expect(game).toMatchObject({ kind: 'ball', objectId: ballId, title: '周六早场', path, poster: null })
  expect(await open(game.shareId)).toEqual(game)
})

test('sharing again gives the same short id, and another person gets another one', async () => {
  const [one, two] = [await givenPlayer(db), await givenPlayer(db)]
  const first = await share(one, { kind: 'card', objectId: two })
  expect(await share(one, { kind: 'card', objectId: two })).toEqual(first)
  expect((await share(two, { kind: 'card', objectId: two })).shareId).not.toBe(first.shareId)
  const home = await share(one, { kind: 'home' })
  expect(await share(one, { kind: 'home', objectId: two })).toEqual(home)
  expect(await db.$count(shareLinks)).toBe(3)
})

test('many simultaneous shares of one page by one person make one short id', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const actorId = await givenPlayer(db)
    const as = signedInAs(actorId)
    const wishes = [{ kind: 'home' as const }, { kind: 'card' as const, objectId: actorId }]
    for (const body of wishes) {
      const all = await Promise.all(Array.from({ length: 4 }, () => as(sharePage, { body })))
      expect(new Set(all.map(({ shareId }) => shareId)).size).toBe(1)
    }
    expect(await db.$count(shareLinks, eq(shareLinks.sharerId, actorId))).toBe(2)
  }
})

test.each([
  ['no card', { kind: 'card' as const }, 'input_invalid', 400],
  ['no game', { kind: 'ball' as const }, 'input_invalid', 400],
  ['the card of nobody', { kind: 'card' as const, objectId: '987654321987' }, 'user_not_found', 404],
  ['a game that is not there', { kind: 'ball' as const, objectId: '987654321987' }, 'ball_not_found', 404],
])('%s cannot be shared', async (_case, body, code, status) => {
  const actorId = await givenPlayer(db)
  await expectRefusal(db, () => share(actorId, body), { code, status })
})

test('only its initiator shares a game that is not public, and a guest reads it by that id', async () => {
  const [initiator, player, stranger] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [initiator, player], isPublic: false })
  await expectRefusal(db, () => shareBall(stranger, ballId), { code: 'ball_not_found' })
  await expectRefusal(db, () => shareBall(player, ballId), { code: 'action_forbidden', status: 403 })
  const { shareId, path } = await shareBall(initiator, ballId)
  const token = app.ballShareTokens.of(ballId)
  expect(path).toBe(`/bookingBall/pages/ballDetail/index?id=${ballId}&share=${token}`)
  expect((await open(shareId)).path).toBe(path)
  const opened = await call(getBallDetail, { params: { id: ballId }, query: { share: token } })
  expect(opened.id).toBe(ballId)
})

test('a short id of somebody else opens a game only while it is public', async () => {
  const [initiator, other] = [await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [initiator] })
  const [own, foreign] = [await shareBall(initiator, ballId), await shareBall(other, ballId)]
  expect(foreign.path).not.toContain('share=')
  await db.update(ballGames).set({ isPublic: false }).where(eq(ballGames.id, ballId))
  await expect(open(foreign.shareId)).rejects.toMatchObject(GONE)
  expect((await open(own.shareId)).objectId).toBe(ballId)
})

test('a cancelled game still opens', async () => {
  const [initiator, other] = [await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [initiator], status: 'CANCELLED', cancelReason: 'INITIATOR' })
  expect((await open((await shareBall(other, ballId)).shareId)).objectId).toBe(ballId)
})

test('a blocked user opens neither the card nor the game of the blocker', async () => {
  const [owner, target] = [await givenPlayer(db), await givenPlayer(db)]
  const ballId = await givenBall(db, { playerIds: [owner] })
  const [card, game] = [await share(owner, { kind: 'card', objectId: owner }), await shareBall(owner, ballId)]
  await givenBlacklisted(db, owner, target)
  for (const { shareId } of [card, game]) await expect(open(shareId, target)).rejects.toMatchObject(GONE)
  for (const { shareId } of [card, game]) expect((await open(shareId)).shareId).toBe(shareId)
  await expectRefusal(db, () => share(target, { kind: 'card', objectId: owner }), { code: 'user_not_found' })
  await expectRefusal(db, () => shareBall(target, ballId), { code: 'ball_not_found' })
})

test('an unknown id and a page that is gone give the same refusal', async () => {
  const [owner, other] = [await givenPlayer(db), await givenPlayer(db)]
  const { shareId } = await share(other, { kind: 'card', objectId: owner })
  await givenShare(db, { id: 'Dangling', kind: 'ball', objectId: '987654321987', sharerId: other })
  await signedInAs(owner)(closeAccount, { body: { confirm: '注销' } })
  for (const id of [shareId, 'Dangling', 'Nothing1', '0', '..%2f', "' or 1=1"]) {
    await expect(open(id)).rejects.toMatchObject(GONE)
  }
})
