import * as api from '@paidang/api/areas/activities/ball-results'
import { ApiError } from '@paidang/api/catalogue/errors'
import { MATCH_TYPES } from '@paidang/domain/areas/activities/balls/ball-status'
import {
  ANSWER_DAYS,
  isAnswerInTime,
  isPossibleResult,
  isResultInTime,
  setsOf,
  setsText,
  winnerOf,
} from '@paidang/domain/areas/activities/balls/result'
import { APPROVAL } from '@paidang/domain/kernel/approval'
import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { and, asc, eq, gt, lte, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach } from '../../../jobs/process-each.ts'
import { ballGames, ballResultPlayers, ballResults } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'
import type { Decision, Effect } from '../../ground/messages/inbox.ts'
import { settleRequests } from '../../ground/messages/settle-requests.ts'
import { moveRatings } from '../../people/profile/levels.ts'
import { type BallRow, findPeople, lockBall, notifyOfBall, publishBall } from './ball-row.ts'
import { lockOpenBall, openBall } from './open-ball.ts'
import { listSeats, playersOf } from './seats.ts'

type ResultRow = typeof ballResults.$inferSelect

async function findResult(db: Database, id: string): Promise<ResultRow | undefined> {
  const [row] = await db.select().from(ballResults).where(eq(ballResults.id, id))
  return row
}

/** The result of a game, unless it was disputed. */
async function findUndisputedResult(db: Database, ballId: string): Promise<ResultRow | undefined> {
  const standing = and(eq(ballResults.ballId, ballId), ne(ballResults.state, 'DISPUTED'))
  const [row] = await db.select().from(ballResults).where(standing)
  return row
}

/** The players with their sides, side A before side B, each in the order of joining. */
async function listResultPlayers(db: Database, resultId: string) {
  const { id, nickname, avatar } = users
  return db
    .select({ id, nickname, avatar, side: ballResultPlayers.side })
    .from(ballResultPlayers)
    .innerJoin(users, eq(users.id, ballResultPlayers.userId))
    .where(eq(ballResultPlayers.resultId, resultId))
    .orderBy(asc(ballResultPlayers.side), asc(ballResultPlayers.userId))
}

/** The undecided message that asks a user whether a result is right. */
async function findAskingMessage(db: Database, resultId: string, receiverId: string): Promise<string | null> {
  const isOfResult = and(eq(messages.objectKind, 'ball_result'), eq(messages.objectId, resultId))
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(and(isOfResult, eq(messages.approveStatus, APPROVAL.PENDING), eq(messages.receiverId, receiverId)))
  return row?.id ?? null
}

/** A result as one of the players sees it. */
async function presentResult(db: Database, row: ResultRow, actorId: string): Promise<api.BallResult> {
  const players = await listResultPlayers(db, row.id)
  const onSide = (side: 'A' | 'B') =>
    players.filter((player) => player.side === side).map(({ id, nickname, avatar }) => ({ id, nickname, avatar }))
  const [recordedBy] = await findPeople(db, [row.recordedBy])
  if (!recordedBy) throw new Error(`user ${row.recordedBy} is gone`)
  const { id, nickname, avatar } = recordedBy
  return {
    id: row.id,
    ballId: row.ballId,
    recordedBy: { id, nickname, avatar },
    sideA: onSide('A'),
    sideB: onSide('B'),
    sets: setsOf(row.sets),
    winner: row.winner,
    state: row.state,
    messageId: await findAskingMessage(db, row.id, actorId),
    createTime: row.createdAt.toISOString(),
  }
}

/** Asks the players of the other side whether a result is right; with `askedId` only that player. */
async function askOtherSide(
  tx: Database,
  ball: BallRow,
  { id, recordedBy, winner, sets }: ResultRow,
  askedId?: string,
): Promise<void> {
  const players = await listResultPlayers(tx, id)
  const author = players.find((player) => player.id === recordedBy)
  if (!author) throw new Error(`the author of result ${id} plays on no side`)
  const asked = players.filter(({ side }) => side !== author.side).map((player) => player.id)
  // Each side reads its own games first.
  const theirs = setsOf(sets).map((set) => (author.side === 'A' ? { a: set.b, b: set.a } : set))
  await notifyOfBall(tx, ball, {
    receiverIds: asked.filter((one) => askedId === undefined || one === askedId),
    senderId: recordedBy,
    title: `${author.nickname} 记录了比分，请确认`,
    text: `${author.side === winner ? '对方胜' : '我方胜'} ${setsText(theirs)}`,
    about: { kind: 'ball_result', id },
    asksForDecision: true,
  })
}

/** Whoever is marked as a no-show is not asked about the result any more. Without the mark they are asked again. */
export async function askAsMarked(
  tx: Database,
  ball: BallRow,
  { userId, isNoShow, now }: { userId: string; isNoShow: boolean; now: Date },
): Promise<void> {
  const result = await findUndisputedResult(tx, ball.id)
  if (result?.state !== 'PROPOSED') return
  if (isNoShow) await settleRequests(tx, { kind: 'ball_result', id: result.id }, null, userId)
  else if (isAnswerInTime(ball, now)) await askOtherSide(tx, ball, result, userId)
}

/**
 * Until a week after the game. The other side is asked whether that is right. A game has one result at a time; a
 * disputed one makes room for another.
 * Source: issue "People", level from results; permission matrix
 */
async function recordResult({
  params: { id: ballId },
  body: { sideA, sideB, sets },
  user: { id: actorId },
  db,
  now,
}: Handled<typeof api.recordBallResult>): Promise<api.BallResult> {
  return db.transaction(async (tx) => {
    const { ball, own, seats } = await lockOpenBall(tx, { ballId, actorId })
    if (own?.state !== 'CONFIRMED') throw new ApiError('ball_not_found')
    if (ball.status !== 'FINISHED') throw new ApiError('ball_not_finished')
    if (!isResultInTime(ball, now)) throw new ApiError('ball_result_too_late')
    const playerIds = playersOf(seats.filter(({ state, noShowAt }) => state === 'CONFIRMED' && noShowAt === null))
    const winner = winnerOf(sets)
    const isHis = [...sideA, ...sideB].includes(actorId)
    if (!winner || !isHis || !isPossibleResult({ matchType: ball.matchType, playerIds }, { sideA, sideB, sets })) {
      throw new ApiError('ball_result_invalid')
    }
    if (await findUndisputedResult(tx, ballId)) throw new ApiError('ball_result_stands')

    const result = { ballId, recordedBy: actorId, sets: setsText(sets), winner, createdAt: now }
    const [row] = await tx
      .insert(ballResults)
      .values({ ...result, state: 'PROPOSED' })
      .returning()
    if (!row) throw new Error('insert returned no row')
    const onSide = (side: 'A' | 'B') => (userId: string) => ({ resultId: row.id, userId, side })
    await tx.insert(ballResultPlayers).values([...sideA.map(onSide('A')), ...sideB.map(onSide('B'))])
    await publishBall(tx, ball)
    await askOtherSide(tx, ball, row)
    return presentResult(tx, row, actorId)
  })
}

/** Changes the ratings of the players by an agreed result, in hundredths. */
async function countResult(tx: Database, ball: BallRow, result: ResultRow, now: Date): Promise<void> {
  const players = await listResultPlayers(tx, result.id)
  const onSide = (side: 'A' | 'B') => players.filter((player) => player.side === side).map(({ id }) => id)
  const changes = await moveRatings(tx, {
    sideA: onSide('A'),
    sideB: onSide('B'),
    winner: result.winner,
    discipline: ball.matchType === MATCH_TYPES.SINGLE ? 'single' : 'double',
    note: `${ball.title} ${result.sets}`,
    now,
  })
  for (const { userId, change: ratingChange } of changes) {
    const own = and(eq(ballResultPlayers.resultId, result.id), eq(ballResultPlayers.userId, userId))
    await tx.update(ballResultPlayers).set({ ratingChange }).where(own)
  }
}

/**
 * A player of the other side answers whether a result is right. A yes changes the ratings of all players, exactly once.
 * A no makes room for another result. The author is notified. The same verdict again changes nothing.
 *
 * @throws ApiError ball_result_not_found, action_forbidden (not of the other side)
 * @throws ApiError message_decided (the opposite verdict was given before)
 * @throws ApiError ball_result_absent (the caller is marked as a no-show)
 * @throws ApiError ball_result_closed (more than 14 days after the game)
 * Source: decision "Messages", issue "People"
 */
async function decideResult(tx: Database, { objectId, actorId, verdict, now }: Decision): Promise<void> {
  const result = await findResult(tx, objectId)
  const ball = result && (await lockBall(tx, result.ballId))
  if (!ball) throw new ApiError('ball_result_not_found')
  const players = await listResultPlayers(tx, result.id)
  const sideOf = (userId: string) => players.find(({ id }) => id === userId)?.side
  if (sideOf(actorId) === undefined || sideOf(actorId) === sideOf(result.recordedBy))
    throw new ApiError('action_forbidden')
  const state = verdict === APPROVAL.APPROVED ? 'AGREED' : 'DISPUTED'
  if (result.state === state) return
  if (result.state !== 'PROPOSED') throw new ApiError('message_decided')
  const seats = await listSeats(tx, ball.id)
  if (seats.some(({ userId, noShowAt }) => userId === actorId && noShowAt !== null))
    throw new ApiError('ball_result_absent')
  if (!isAnswerInTime(ball, now)) throw new ApiError('ball_result_closed')

  await tx.update(ballResults).set({ state, answeredBy: actorId, answeredAt: now }).where(eq(ballResults.id, result.id))
  if (state === 'AGREED') await countResult(tx, ball, result, now)
  await publishBall(tx, ball)
  const nickname = players.find(({ id }) => id === actorId)?.nickname ?? ''
  await notifyOfBall(tx, ball, {
    receiverIds: [result.recordedBy],
    senderId: actorId,
    title: state === 'AGREED' ? '比分已确认' : '比分有异议',
    text: `${nickname} ${state === 'AGREED' ? '确认了比分' : '认为比分不对，请核对后重新记录'}`,
  })
}

/** What the other side's verdict on a message that asks whether a result is right does. */
export const resultEffect: Effect = {
  async lock(tx, resultId) {
    const result = await findResult(tx, resultId)
    if (result) await lockBall(tx, result.ballId)
  },
  decide: decideResult,
}

/**
 * Takes back what nobody answered within 14 days after the game. The result stays as it was recorded, and counts for
 * nothing. Only cleanup: an answer compares the time with the clock itself.
 */
export async function closeResults({ db, now, signal, onFault }: JobContext): Promise<void> {
  const isAsked = and(eq(messages.objectKind, 'ball_result'), eq(messages.approveStatus, APPROVAL.PENDING))
  const { id, ballId } = ballResults
  await processEach({
    what: 'close result of ball game',
    list: ({ afterId, limit }) =>
      db
        .selectDistinct({ id, ballId })
        .from(messages)
        .innerJoin(ballResults, eq(id, messages.objectId))
        .innerJoin(ballGames, eq(ballGames.id, ballId))
        .where(and(isAsked, gt(id, afterId), lte(ballGames.activityDate, addDays(dayOf(now), -ANSWER_DAYS))))
        .orderBy(asc(id))
        .limit(limit),
    each: (result) =>
      db.transaction(async (tx) => {
        const ball = await lockBall(tx, result.ballId)
        if (!ball || isAnswerInTime(ball, now)) return
        await settleRequests(tx, { kind: 'ball_result', id: result.id }, null)
        await publishBall(tx, ball)
      }),
    signal,
    onFault,
  })
}

export default plugin([
  handle(api.recordBallResult, recordResult),

  // For those who played in it. Whoever sees the game and did not play gets the refusal of an absent game.
  handle(api.readBallResult, async ({ params: { id: ballId }, user: { id: actorId }, db }) => {
    const { own } = await openBall(db, { ballId, actorId })
    if (own?.state !== 'CONFIRMED') throw new ApiError('ball_not_found')
    const row = await findUndisputedResult(db, ballId)
    return row ? presentResult(db, row, actorId) : null
  }),
])
