import { and, eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballGames } from '../../../tables/balls.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { isFindable, users } from '../../../tables/identities.ts'
import type { BallContent, ProfileContent } from '../../../tables/reports.ts'

/** The content of an object, its owner, and the revision of its row. */
type Found<Content> = { ownerId: string; revision: number; content: Content }

/** The current content of a profile. Undefined once the account is closed. */
export async function findProfileContent(db: Database, userId: string): Promise<Found<ProfileContent> | undefined> {
  const { name, title, company, phone, email, address, introduction, avatar } = businessCards
  const nicePhotos = sql<string[]>`array_remove(string_to_array(replace(${users.nicePhotos}, ' ', ''), ','), '')`
  const [row] = await db
    .select({
      revision: users.revision,
      nickname: users.nickname,
      avatar: users.avatar,
      description: users.description,
      nicePhotos,
      card: { name, title, company, phone, email, address, introduction, avatar },
    })
    .from(users)
    .leftJoin(businessCards, eq(businessCards.userId, users.id))
    .where(and(eq(users.id, userId), isFindable()))
  if (!row) return undefined
  const { revision, ...content } = row
  return { ownerId: userId, revision, content }
}

/** The current content of a ball game. Its initiator owns it. */
export async function findBallContent(db: Database, ballId: string): Promise<Found<BallContent> | undefined> {
  const { initiatorId, title, description, place, revision } = ballGames
  const [row] = await db
    .select({ ownerId: initiatorId, revision, content: { title, description, place } })
    .from(ballGames)
    .where(eq(ballGames.id, ballId))
  return row
}
