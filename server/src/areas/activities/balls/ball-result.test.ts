import * as ballChanges from '@paidang/api/areas/activities/ball-changes'
import * as ballResults from '@paidang/api/areas/activities/ball-results'
import * as messageCalls from '@paidang/api/areas/ground/messages'
import type { Data, Input } from '@paidang/api/endpoint'
import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { ballParticipants, ballResultPlayers, ballResults as resultRows } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import { levelChanges } from '../../../tables/profile.ts'
import { givenPlayer, only, TEST_NOW } from '../../../testing/builders.ts'
import { expectRefusal } from '../../../testing/expect-refusal.ts'
import { givenBall } from '../../../testing/given-ball.ts'
import { givenDouble, givenSingle } from '../../../testing/given-people.ts'
import { runJob } from '../../../testing/run-job.ts'
import { raceRounds } from '../../../testing/run-length.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { closeResults } from './results.ts'

const ROUNDS = raceRounds(20)

const server = await startTestServer()
const { db, clock, signedInAs, asStaff } = server

type Score = Input<typeof ballResults.recordBallResult>['body']
type Result = Data<typeof ballResults.recordBallResult>
const record = (ballId: string, actorId: string, body: Score) =>
  signedInAs(actorId)(ballResults.recordBallResult, { params: { id: ballId }, body })
const resultOf = (ballId: string, actorId: string) =>
  signedInAs(actorId)(ballResults.readBallResult, { params: { id: ballId } })
const askedOf = async (receiverId: string) =>
  only(
    await db
      .select()
      .from(messages)
      .where(
        and(eq(messages.receiverId, receiverId), eq(messages.objectKind, 'ball_result'), eq(messages.approveStatus, 0)),
      ),
  )
const answer = async (actorId: string, { id }: { id: string }, isAgreed = true) =>
  signedInAs(actorId)(isAgreed ? messageCalls.approveMessage : messageCalls.rejectMessage, { params: { id } })
const ratingsOf = async (ids: string[]) => {
  const rows = await db.select().from(users).where(inArray(users.id, ids))
  return ids.map((id) => rows.find((row) => row.id === id)?.rating)
}
const WON = [{ a: 6, b: 4 }]

async function givenPlayedSingle(level = 3): Promise<{ ballId: string; one: string; other: string }> {
  const [one, other] = [await givenPlayer(db, { nickname: '小南', level }), await givenPlayer(db, { level })]
  return { ballId: await givenSingle(db, [one, other]), one, other }
}

test('a player records the result of a single, the other agrees, and both ratings change', async () => {
  const { ballId, one, other } = await givenPlayedSingle()
  expect([await resultOf(ballId, one), await resultOf(ballId, other)]).toEqual([null, null])
  const sets = [...WON, { a: 3, b: 6 }, { a: 10, b: 8 }]
  const written = await record(ballId, one, { sideA: [one], sideB: [other], sets })
  expect(written).toMatchObject({
    ballId,
    recordedBy: { id: one, nickname: '小南' },
    sideA: [{ id: one }],
    sideB: [{ id: other }],
    sets,
    winner: 'A',
    state: 'PROPOSED',
    messageId: null,
  })
  expect(await ratingsOf([one, other])).toEqual([3, 3])

  const asked = await askedOf(other)
  expect(asked).toMatchObject({
    senderId: one,
    category: 'invitation',
    title: '小南 记录了比分，请确认',
    content: '单打，4.30 周四 18:00–20:00：对方胜 4-6 6-3 8-10',
  })
  expect(await resultOf(ballId, other)).toEqual({ ...written, messageId: asked.id })
  const shown = await signedInAs(other)(messageCalls.messagesOfType, {
    params: { messageType: 'all' },
    query: { current: 1, rows: 10 },
  })
  expect(shown.rows[0]?.object).toEqual({ kind: 'ball_result', id: ballId })

  expect(await answer(other, asked)).toMatchObject({ approveStatus: 1, readStatus: 1 })
  expect(await resultOf(ballId, one)).toEqual({ ...written, state: 'AGREED' })
  expect(await ratingsOf([one, other])).toEqual([3.05, 2.95])
  expect(await answer(other, asked)).toMatchObject({ approveStatus: 1 })
  expect(await ratingsOf([one, other])).toEqual([3.05, 2.95])
  expect(await db.select().from(levelChanges)).toEqual([])
  expect(await db.select().from(messages).where(eq(messages.receiverId, one))).toMatchObject([
    { title: '比分已确认', senderId: other, objectKind: 'ball', objectId: ballId },
  ])
})

test('in doubles the ratings of each side change together, and the agreement of one opponent is enough', async () => {
  const players = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)] as const
  const [one, two, three, four] = players
  const ballId = await givenDouble(db, [...players])
  const written = await record(ballId, two, { sideA: [one, three], sideB: [four, two], sets: WON })
  expect(written.winner).toBe('A')
  const [ofOne, ofThree] = [await askedOf(one), await askedOf(three)]
  expect((await db.select().from(messages)).map(({ receiverId }) => receiverId).sort()).toEqual([one, three].sort())
  expect((await resultOf(ballId, four))?.messageId).toBeNull()
  await answer(three, ofThree)
  expect(await ratingsOf([...players])).toEqual([3.03, 2.97, 3.03, 2.97])
  expect(await answer(one, ofOne)).toMatchObject({ approveStatus: 1 })
  await expect(answer(one, ofOne, false)).rejects.toMatchObject({ code: 'message_decided' })
  expect(await ratingsOf([...players])).toEqual([3.03, 2.97, 3.03, 2.97])
})

test('a disputed result counts for nothing, and another may be recorded', async () => {
  const { ballId, one, other } = await givenPlayedSingle()
  const body = { sideA: [one], sideB: [other], sets: WON }
  await record(ballId, one, body)
  await expectRefusal(db, () => record(ballId, other, body), { status: 409, code: 'ball_result_stands' })
  await answer(other, await askedOf(other), false)
  expect(await resultOf(ballId, one)).toBeNull()
  expect(await ratingsOf([one, other])).toEqual([3, 3])
  expect(await db.select().from(messages).where(eq(messages.receiverId, one))).toMatchObject([{ title: '比分有异议' }])

  await record(ballId, other, { ...body, sets: [{ a: 4, b: 6 }] })
  await answer(one, await askedOf(one))
  expect(await ratingsOf([one, other])).toEqual([2.95, 3.05])
  await expectRefusal(db, () => record(ballId, other, body), { code: 'ball_result_stands' })
})

test('a level follows its rating only when another level is clearly nearer, and the player is notified', async () => {
  const [one, other] = [
    await givenPlayer(db, { level: 3, rating: 3.32 }),
    await givenPlayer(db, { level: 3, rating: 3.3 }),
  ]
  const ballId = await givenSingle(db, [one, other])
  await record(ballId, one, { sideA: [one], sideB: [other], sets: WON })
  await answer(other, await askedOf(other))
  const [winner] = await db.select().from(users).where(eq(users.id, one))
  const [loser] = await db.select().from(users).where(eq(users.id, other))
  expect([winner?.rating, winner?.level, loser?.rating, loser?.level]).toEqual([3.37, 3.5, 3.25, 3])
  expect(await db.select().from(levelChanges)).toMatchObject([
    { userId: one, source: 'RESULTS', level: 3.5, note: '单打 6-4', byUserId: null },
  ])
  expect(await db.select().from(messages).where(eq(messages.objectKind, 'level'))).toMatchObject([
    { receiverId: one, title: '等级已更新', content: '根据比赛结果，您的等级由 3.0 变为 3.5', objectId: one },
  ])
})

test('no rating leaves the scale', async () => {
  const [one, other] = [await givenPlayer(db, { level: 7 }), await givenPlayer(db, { level: 7 })]
  const ballId = await givenSingle(db, [one, other])
  await record(ballId, one, { sideA: [one], sideB: [other], sets: WON })
  await answer(other, await askedOf(other))
  expect(await ratingsOf([one, other])).toEqual([7, 6.95])
})

test.each<[string, (of: { one: string; other: string; third: string }) => Score]>([
  ['nobody on one side', ({ one, other }) => ({ sideA: [one, other], sideB: [], sets: WON }) as Score],
  ['one on both sides', ({ one }) => ({ sideA: [one], sideB: [one], sets: WON })],
  [
    'two against two in a single',
    ({ one, other, third }) => ({ sideA: [one, third], sideB: [other, third], sets: WON }),
  ],
  ['somebody who had no seat', ({ one, third }) => ({ sideA: [one], sideB: [third], sets: WON })],
  ['a draw', ({ one, other }) => ({ sideA: [one], sideB: [other], sets: [...WON, { a: 1, b: 6 }] })],
  ['a set that nobody won', ({ one, other }) => ({ sideA: [one], sideB: [other], sets: [{ a: 6, b: 6 }] })],
  ['no set', ({ one, other }) => ({ sideA: [one], sideB: [other], sets: [] })],
  [
    'six sets',
    ({ one, other }) => ({ sideA: [one], sideB: [other], sets: Array.from({ length: 6 }, () => ({ a: 6, b: 0 })) }),
  ],
  ['a hundred games', ({ one, other }) => ({ sideA: [one], sideB: [other], sets: [{ a: 100, b: 0 }] })],
])('%s is no result', async (_case, scoreOf) => {
  const { ballId, one, other } = await givenPlayedSingle()
  const score = scoreOf({ one, other, third: await givenPlayer(db) })
  const refusal = await record(ballId, one, score).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 400 })
  expect(['ball_result_invalid', 'input_invalid']).toContain((refusal as { code: string }).code)
  expect(await db.$count(resultRows)).toBe(0)
})

test('a no-show is on no side, and a player on neither side records no result', async () => {
  const [one, other, third] = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)]
  const ball = { matchType: 0, feeFen: 0, status: 'FINISHED' as const, activityDate: '2026-04-30' }
  const ballId = await givenBall(db, { ...ball, playerIds: [one, other, third] })
  const body = { sideA: [one], sideB: [other], sets: WON }
  await expectRefusal(db, () => record(ballId, third, body), { code: 'ball_result_invalid' })
  await signedInAs(one)(ballChanges.markNoShow, { body: { id: ballId, userId: other, isNoShow: true } })
  await expectRefusal(db, () => record(ballId, one, body), { code: 'ball_result_invalid' })
  expect(await record(ballId, one, { ...body, sideB: [third] })).toMatchObject({ sideB: [{ id: third }] })
})

test('a future or cancelled game has no result, and after a week it is too late', async () => {
  const [one, other] = [await givenPlayer(db), await givenPlayer(db)]
  const body = { sideA: [one], sideB: [other], sets: WON }
  const single = { matchType: 0, feeFen: 0, playerIds: [one, other] as [string, string] }
  const coming = await givenBall(db, single)
  const called = await givenBall(db, { ...single, status: 'CANCELLED', activityDate: '2026-05-03' })
  const notFinished = { status: 409, code: 'ball_not_finished', message: '球局结束后才能记录比分' }
  await expectRefusal(db, () => record(coming, one, body), notFinished)
  await expectRefusal(db, () => record(called, one, body), notFinished)
  const played = await givenSingle(db, [one, other])
  clock.set(new Date('2026-05-07T20:00:01+08:00'))
  await expectRefusal(db, () => record(played, one, body), { status: 409, code: 'ball_result_too_late' })
  clock.set(new Date('2026-05-07T20:00:00+08:00'))
  expect(await record(played, one, body)).toMatchObject({ state: 'PROPOSED' })
})

test('who has no seat in a game neither reads nor writes its result', async () => {
  const { ballId, one, other } = await givenPlayedSingle()
  const stranger = await givenPlayer(db)
  const body = { sideA: [one], sideB: [other], sets: WON }
  const absent = { status: 404, code: 'ball_not_found' }
  await expect(resultOf(ballId, stranger)).rejects.toMatchObject(absent)
  await expect(resultOf('987654321987', one)).rejects.toMatchObject(absent)
  await expectRefusal(db, () => record(ballId, stranger, body), absent)
  await db.update(ballParticipants).set({ noShowAt: TEST_NOW }).where(eq(ballParticipants.userId, other))
  expect(await resultOf(ballId, other)).toBeNull()
  await expect(asStaff('operator')(ballResults.readBallResult, { params: { id: ballId } })).rejects.toMatchObject({
    status: 403,
  })
})

test('of two results recorded at once one counts', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { ballId, one, other } = await givenPlayedSingle()
    const answers = await Promise.allSettled([
      record(ballId, one, { sideA: [one], sideB: [other], sets: WON }),
      record(ballId, other, { sideA: [one], sideB: [other], sets: [{ a: 4, b: 6 }] }),
    ])
    const heard = answers.flatMap((each): Result[] => (each.status === 'fulfilled' ? [each.value] : []))
    const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect([heard.length, refused.map(({ code }) => code)]).toEqual([1, ['ball_result_stands']])
    expect(await resultOf(ballId, one)).toMatchObject({ id: heard[0]?.id })
  }
})

test('agreeing and disputing at once gives one verdict, which counts once', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const players = [
      await givenPlayer(db),
      await givenPlayer(db),
      await givenPlayer(db),
      await givenPlayer(db),
    ] as const
    const [one, two, three, four] = players
    const ballId = await givenDouble(db, [...players])
    const { id } = await record(ballId, one, { sideA: [one, two], sideB: [three, four], sets: WON })
    const [ofThree, ofFour] = [await askedOf(three), await askedOf(four)]
    const answers = await Promise.allSettled([
      answer(three, ofThree),
      answer(four, ofFour, false),
      answer(three, ofThree),
      answer(four, ofFour),
    ])
    for (const each of answers) {
      if (each.status === 'rejected') expect(each.reason).toMatchObject({ code: 'message_decided' })
    }
    const result = only(await db.select().from(resultRows).where(eq(resultRows.id, id)))
    const moved = result.state === 'AGREED' ? [3.03, 3.03, 2.97, 2.97] : [3, 3, 3, 3]
    expect(result.state).not.toBe('PROPOSED')
    expect(await ratingsOf([...players])).toEqual(moved)
  }
})

test('two games that share players get agreed results at once, and both count', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [one, other] = [await givenPlayer(db), await givenPlayer(db)]
    const games = [await givenSingle(db, [one, other], '2026-04-29'), await givenSingle(db, [other, one], '2026-04-30')]
    const [first = '', second = ''] = games
    await record(first, one, { sideA: [one], sideB: [other], sets: WON })
    await record(second, other, { sideA: [other], sideB: [one], sets: WON })
    await Promise.all([answer(other, await askedOf(other)), answer(one, await askedOf(one))])
    const changes = await db
      .select()
      .from(ballResultPlayers)
      .where(inArray(ballResultPlayers.userId, [one, other]))
    const of = (userId: string) =>
      changes.filter((row) => row.userId === userId).reduce((sum, { ratingChange }) => sum + (ratingChange ?? 0), 3)
    const [ofOne = 0, ofOther = 0] = await ratingsOf([one, other])
    expect(ofOne).toBeCloseTo(of(one), 6)
    expect(ofOther).toBeCloseTo(of(other), 6)
  }
})

test('a result can be answered until 14 days after the game, and never by a no-show', async () => {
  const { ballId, one, other } = await givenPlayedSingle()
  await record(ballId, one, { sideA: [one], sideB: [other], sets: WON })
  const asked = await askedOf(other)
  const markOther = (noShowAt: Date | null) =>
    db.update(ballParticipants).set({ noShowAt }).where(eq(ballParticipants.userId, other))
  await markOther(clock.now())
  for (const isAgreed of [true, false])
    await expectRefusal(db, () => answer(other, asked, isAgreed), { status: 403, code: 'ball_result_absent' })
  await markOther(null)
  clock.set(new Date('2026-05-14T20:00:00.001+08:00'))
  await expectRefusal(db, () => answer(other, asked), { status: 409, code: 'ball_result_closed' })
  expect((await resultOf(ballId, one))?.state).toBe('PROPOSED')
  clock.set(new Date('2026-05-14T20:00:00+08:00'))
  await answer(other, asked)
  expect((await resultOf(ballId, one))?.state).toBe('AGREED')
})

test('after 14 days nobody is asked about a result any more, and it counts for nothing', async () => {
  const { ballId, one, other } = await givenPlayedSingle()
  await record(ballId, one, { sideA: [one], sideB: [other], sets: WON })
  const { id } = await askedOf(other)
  const statusAfter = async (time: string) => {
    clock.set(new Date(time))
    expect(await runJob(server, closeResults)).toEqual([])
    return only(await db.select().from(messages).where(eq(messages.id, id)))
  }
  expect((await statusAfter('2026-05-14T20:00:00+08:00')).approveStatus).toBe(0)
  expect(await statusAfter('2026-05-14T20:00:00.001+08:00')).toMatchObject({ approveStatus: null, readStatus: 1 })
  expect(await resultOf(ballId, other)).toMatchObject({ state: 'PROPOSED', messageId: null })
  await expectRefusal(db, () => answer(other, { id }), { code: 'message_needs_no_decision' })
  expect(await ratingsOf([one, other])).toEqual([3, 3])
})

test('a no-show is not asked about a result, and is asked again once the mark is removed', async () => {
  const players = [await givenPlayer(db), await givenPlayer(db), await givenPlayer(db), await givenPlayer(db)] as const
  const [one, two, three, four] = players
  const ballId = await givenDouble(db, [...players])
  await record(ballId, two, { sideA: [one, three], sideB: [four, two], sets: WON })
  const { id } = await askedOf(three)
  const mark = (userId: string, isNoShow: boolean) =>
    signedInAs(one)(ballChanges.markNoShow, { body: { id: ballId, userId, isNoShow } })
  for (const userId of [three, four]) await mark(userId, true)
  expect(await resultOf(ballId, three)).toMatchObject({ state: 'PROPOSED', messageId: null })
  await expectRefusal(db, () => answer(three, { id }), { code: 'message_needs_no_decision' })
  expect((await resultOf(ballId, one))?.messageId).toBe((await askedOf(one)).id)

  for (const userId of [three, four]) await mark(userId, false)
  const again = await askedOf(three)
  expect(again).toMatchObject({ senderId: two, content: expect.stringContaining('我方胜 6-4') })
  expect((await resultOf(ballId, four))?.messageId).toBeNull()
  await answer(three, again)
  await mark(three, true)
  await mark(three, false)
  expect(await db.$count(messages, and(eq(messages.objectKind, 'ball_result'), eq(messages.approveStatus, 0)))).toBe(0)
})
