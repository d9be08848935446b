import { and, asc, eq, ne } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballResultPlayers, ballResults } from '../../../tables/balls.ts'
import { users } from '../../../tables/identities.ts'
import { messages } from '../../../tables/messages.ts'

export type ResultRow = typeof ballResults.$inferSelect

/** A player with their side and the name that others read. */
export type ResultPlayer = {
  id: string
  nickname: string
  avatar: string | null
  side: 'A' | 'B'
}

/** The result of a game, unless it was disputed. */
export async function findUndisputedResult(db: Database, ballId: string): Promise<ResultRow | undefined> {
  const standing = and(eq(ballResults.ballId, ballId), ne(ballResults.state, 'DISPUTED'))
  const [row] = await db.select().from(ballResults).where(standing)
  return row
}

export async function findResult(db: Database, id: string): Promise<ResultRow | undefined> {
  const [row] = await db.select().from(ballResults).where(eq(ballResults.id, id))
  return row
}

/** Stores how a locked game ended, and who played on which side. */
export async function insertResult(
  tx: Database,
  { sideA, sideB, ...result }: ResultFields & { sideA: readonly string[]; sideB: readonly string[] },
): Promise<ResultRow> {
  const [row] = await tx
    .insert(ballResults)
    .values({ ...result, state: 'PROPOSED' })
    .returning()
  if (!row) throw new Error('insert returned no row')
  const onSide = (side: 'A' | 'B') => (userId: string) => ({ resultId: row.id, userId, side })
  await tx.insert(ballResultPlayers).values([...sideA.map(onSide('A')), ...sideB.map(onSide('B'))])
  return row
}

type ResultFields = Pick<ResultRow, 'ballId' | 'recordedBy' | 'sets' | 'winner' | 'createdAt'>

/** Stores the answer of the other side to a result of a locked game. */
export async function answerResult(
  tx: Database,
  { id, state, answeredBy, now }: { id: string; state: 'AGREED' | 'DISPUTED'; answeredBy: string; now: Date },
): Promise<void> {
  await tx.update(ballResults).set({ state, answeredBy, answeredAt: now }).where(eq(ballResults.id, id))
}

/** The players, side A before side B, each in the order of joining. */
export async function listResultPlayers(db: Database, resultId: string): Promise<ResultPlayer[]> {
  const { id, nickname, avatar } = users
  return db
    .select({ id, nickname, avatar, side: ballResultPlayers.side })
    .from(ballResultPlayers)
    .innerJoin(users, eq(users.id, ballResultPlayers.userId))
    .where(eq(ballResultPlayers.resultId, resultId))
    .orderBy(asc(ballResultPlayers.side), asc(ballResultPlayers.userId))
}

/** Stores how an agreed result changed a player's rating, in hundredths. */
export async function setRatingChange(
  tx: Database,
  { resultId, userId, ratingChange }: { resultId: string; userId: string; ratingChange: number },
): Promise<void> {
  const his = and(eq(ballResultPlayers.resultId, resultId), eq(ballResultPlayers.userId, userId))
  await tx.update(ballResultPlayers).set({ ratingChange }).where(his)
}

/** The undecided message that asks a user whether a result is right. */
export async function findAskingMessage(
  db: Database,
  { resultId, receiverId }: { resultId: string; receiverId: string },
): Promise<string | null> {
  const [row] = await db
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.objectKind, 'ball_result'),
        eq(messages.objectId, resultId),
        eq(messages.approveStatus, 0),
        eq(messages.receiverId, receiverId),
      ),
    )
  return row?.id ?? null
}
