import { setsText, winnerOf } from '@paidang/domain/areas/balls/result'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { ballResultPlayers, ballResults } from '../tables/balls.ts'
import { blacklistEntries } from '../tables/blacklist.ts'
import { users } from '../tables/identities.ts'
import { levelChanges } from '../tables/profile.ts'
import { coachApplications } from '../tables/registration.ts'
import { givenPlayer, only, TEST_NOW } from './builders.ts'
import { givenBall } from './given-ball.ts'
import { givenFile } from './more-builders.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** The path of the certificate that somebody uploaded. */
export const certificateOf = (userId: string) => `private/certificates/of-${userId}.webp`

/** Sets somebody's level and rating from now on, with the reason. @returns the id of the change */
export async function givenLevel(
  db: Database,
  { level = 3, source = 'SELF', ...over }: New<typeof levelChanges> & { userId: string },
): Promise<string> {
  await db.update(users).set({ level, rating: level }).where(eq(users.id, over.userId))
  const change = { level, source, createdAt: TEST_NOW, ...over }
  return only(await db.insert(levelChanges).values(change).returning({ id: levelChanges.id })).id
}

/** Adds a player who has completed the registration and declared a level. @returns the user's id */
export async function givenRegistered(db: Database, over: New<typeof users> = {}): Promise<string> {
  const userId = await givenPlayer(db, { registeredAt: TEST_NOW, ...over })
  await givenLevel(db, { userId, level: over.level ?? 3 })
  return userId
}

/** Adds a pending application with the row of its certificate. @returns its id */
export async function givenApplication(
  db: Database,
  over: New<typeof coachApplications> & { userId: string },
): Promise<string> {
  const certificates = over.certificates ?? certificateOf(over.userId)
  await givenFile(db, { ownerId: over.userId, relativePath: certificates })
  const application = {
    realName: '王启明',
    yearsTeaching: 5,
    region: '上海市',
    createdAt: TEST_NOW,
    ...over,
    certificates,
  }
  return only(await db.insert(coachApplications).values(application).returning({ id: coachApplications.id })).id
}

/** Puts one user on the blacklist of another. @returns the entry's id */
export async function givenBlacklisted(db: Database, ownerId: string, targetId: string): Promise<string> {
  const entry = { ownerId, targetId }
  return only(await db.insert(blacklistEntries).values(entry).returning({ id: blacklistEntries.id })).id
}

/** Adds a single that two people played on a day, at ¥0. @returns the game's id */
export async function givenSingle(
  db: Database,
  players: [string, string],
  activityDate = '2026-04-30',
): Promise<string> {
  const single = { matchType: 0, maxPlayers: 2, feeFen: 0, status: 'FINISHED' as const }
  return givenBall(db, { ...single, playerIds: players, title: '单打', activityDate })
}

/** Adds a double that four people played. @returns the game's id */
export async function givenDouble(
  db: Database,
  players: [string, string, string, string],
  activityDate = '2026-04-30',
): Promise<string> {
  return givenBall(db, { feeFen: 0, status: 'FINISHED', playerIds: players, title: '双打', activityDate })
}

/**
 * Adds the result of a single, recorded by its first player as a 6-4 win. With `moved` the other player agreed, and
 * both ratings changed by it.
 */
async function givenResult(
  db: Database,
  { ballId, players, moved }: { ballId: string; players: [string, string]; moved?: number },
): Promise<string> {
  const [recordedBy, other] = players
  const sets = [{ a: 6, b: 4 }]
  const answer = moved === undefined ? {} : { answeredBy: other, answeredAt: TEST_NOW }
  const result = {
    ballId,
    recordedBy,
    sets: setsText(sets),
    winner: winnerOf(sets) ?? ('A' as const),
    state: moved === undefined ? ('PROPOSED' as const) : ('AGREED' as const),
    ...answer,
  }
  const { id: resultId } = only(await db.insert(ballResults).values(result).returning({ id: ballResults.id }))
  await db.insert(ballResultPlayers).values([
    { resultId, userId: recordedBy, side: 'A', ratingChange: moved ?? null },
    { resultId, userId: other, side: 'B', ratingChange: moved === undefined ? null : -moved },
  ])
  for (const [userId, by] of [[recordedBy, moved ?? 0] as const, [other, -(moved ?? 0)] as const]) {
    const { rating } = only(await db.select({ rating: users.rating }).from(users).where(eq(users.id, userId)))
    await db
      .update(users)
      .set({ rating: Math.round((rating + by) * 100) / 100 })
      .where(eq(users.id, userId))
  }
  return resultId
}

/** Data about people in the fixture world: applications, blacklists, played games. */
export type GivenPeople = {
  /** The newcomer's application. It is pending. */
  applicationId: string
  /** The owner has blacklisted the admin of club B. */
  blacklistId: string
  /** Singles of the owner and the joiner: one without a result, one whose result both agreed on. */
  unscoredBallId: string
  scoredBallId: string
  resultId: string
}

type People = { owner: string; joiner: string; stranger: string; newcomer: string; otherAdmin: string; coach: string }

/** Adds this data for people of the fixture world. The applicants have uploaded a certificate. */
export async function givenPeople(
  db: Database,
  { owner, joiner, stranger, newcomer, otherAdmin, coach }: People,
): Promise<GivenPeople> {
  for (const userId of [owner, joiner, stranger]) {
    await givenFile(db, { ownerId: userId, relativePath: certificateOf(userId) })
  }
  await db.update(users).set({ registeredAt: TEST_NOW }).where(eq(users.id, owner))
  await givenLevel(db, { userId: owner })
  await givenLevel(db, { userId: owner, source: 'COACH', byUserId: coach, note: '底线稳定' })
  const scoredBallId = await givenSingle(db, [owner, joiner], '2026-04-27')
  return {
    applicationId: await givenApplication(db, { userId: newcomer }),
    blacklistId: await givenBlacklisted(db, owner, otherAdmin),
    unscoredBallId: await givenSingle(db, [owner, joiner], '2026-04-28'),
    scoredBallId,
    resultId: await givenResult(db, { ballId: scoredBallId, players: [owner, joiner], moved: 0.05 }),
  }
}
