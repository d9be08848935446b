import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { users } from '../../../tables/identities.ts'
import type { BallContent, ProfileContent } from '../../../tables/reports.ts'

/** The current content of a profile. Undefined once the account is closed. */
export async function findProfileContent(db: Database, userId: string): Promise<ProfileContent | undefined> {
  const { name, title, company, phone, email, address, introduction, avatar } = businessCards
  const nicePhotos = sql<string[]>`array_remove(string_to_array(replace(${users.nicePhotos}, ' ', ''), ','), '')`
  const [row] = await db
    .select({
      nickname: users.nickname,
      avatar: users.avatar,
      description: users.description,
      nicePhotos,
      card: { name, title, company, phone, email, address, introduction, avatar },
    })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
  return row
}

/** The current content of a ball game, and its initiator. */
export async function findBallContent(
  db: Database,
  ballId: string,
): Promise<{ initiatorId: string; content: BallContent } | undefined> {
  const { initiatorId, title, description, place } = ballGames
  const [row] = await db
    .select({ initiatorId, content: { title, description, place } })
    .from(ballGames)
    .where(eq(ballGames.id, ballId))
  return row
}
