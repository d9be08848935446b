import { setsText, winnerOf } from '@paidang/domain/areas/activities/balls/result'
import { caseDueAt } from '@paidang/domain/areas/activities/coach-leaves/leave'
import { questionTimes } from '@paidang/domain/areas/activities/questions/question'
import { eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { addresses } from '../tables/addresses.ts'
import { loginSessions, phoneConflicts, userSuspensions } from '../tables/auth.ts'
import { ballResultPlayers, ballResults } from '../tables/balls.ts'
import { blacklistEntries } from '../tables/blacklist.ts'
import { businessCards } from '../tables/business-cards.ts'
import { calendarFeeds } from '../tables/calendar.ts'
import { coachLeaveCases, coachLeaves } from '../tables/coach-leaves.ts'
import { users } from '../tables/identities.ts'
import { levelChanges } from '../tables/profile.ts'
import { questions } from '../tables/questions.ts'
import { coachApplications } from '../tables/registration.ts'
import { studentRelations } from '../tables/relations.ts'
import { rosterStudents } from '../tables/roster.ts'
import { shareLinks } from '../tables/sharing.ts'
import { vacancyAlerts, vacancyOffers } from '../tables/vacancies.ts'
import { givenFile, givenPlayer, only, TEST_NOW, TOMORROW } from './builders.ts'
import { givenBall } from './given-ball.ts'

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

/**
 * Adds a student whom a club registered and who has no account, with a relation to who registered them. @returns the
 * user's id
 */
export async function givenUnclaimed(
  db: Database,
  {
    name = '程小舟',
    phone = '13600000079',
    ...over
  }: New<typeof rosterStudents> & { companyId: string; addedBy: string },
): Promise<string> {
  const { id: userId } = only(await db.insert(users).values({ nickname: name, unclaimed: true }).returning())
  await db.insert(rosterStudents).values({ userId, name, phone, ...over })
  await db.insert(studentRelations).values({ coachId: over.addedBy, playerId: userId })
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
type GivenPeople = {
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

/** Adds a log-in session of a user on some device. @returns the session's id */
export async function givenSession(db: Database, userId: string): Promise<string> {
  return only(await db.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id })).id
}

/** The code of 上海市 浦东新区. */
export const PUDONG = '310115'

/** Adds an address in Pudong, not the default address unless given. @returns its id */
export async function givenAddress(
  db: Database,
  over: Partial<typeof addresses.$inferInsert> & { userId: string },
): Promise<string> {
  const address = { name: '林晓', phone: '13812345678', regionCode: PUDONG, detail: '世纪大道 1 号 2 楼', ...over }
  return only(await db.insert(addresses).values(address).returning({ id: addresses.id })).id
}

/**
 * Adds a WeChat user without any activity, whose verified number belongs to another account. @returns the new user's id
 */
export async function givenPhoneConflict(db: Database, phone: string): Promise<string> {
  const userId = await givenPlayer(db, { phone: null })
  await db.insert(phoneConflicts).values({ userId, phone, createdAt: TEST_NOW })
  return userId
}

/** Adds a suspension of a user by an operator, permanent unless given. */
async function givenSuspension(
  db: Database,
  over: New<typeof userSuspensions> & { userId: string; staffId: string },
): Promise<void> {
  await db.insert(userSuspensions).values({ reason: '多次爽约', createdAt: TEST_NOW, ...over })
}

/** Accounts of the fixture world that operators look for. */
type GivenUsers = {
  /** A bare account. WeChat verified the idler's number for it. */
  contestantId: string
  /** A permanently suspended account. */
  suspendedId: string
}

/** Adds such accounts. */
export async function givenUsers(
  db: Database,
  { phone, staffId }: { phone: string; staffId: string },
): Promise<GivenUsers> {
  const [contestantId, suspendedId] = [await givenPhoneConflict(db, phone), await givenPlayer(db)]
  await givenSuspension(db, { userId: suspendedId, staffId })
  return { contestantId, suspendedId }
}

/** Adds a business card that somebody saved. */
export async function givenBusinessCard(
  db: Database,
  over: New<typeof businessCards> & { userId: string },
): Promise<void> {
  await db.insert(businessCards).values({ templateId: 'blue', name: '林知夏', savedAt: TEST_NOW, ...over })
}

/** Adds a share of a page, by default of the user's business card. @returns its short id */
export async function givenShare(
  db: Database,
  { id = 'Share0Id', kind = 'card', ...over }: New<typeof shareLinks> & { sharerId: string },
): Promise<string> {
  const objectId = kind === 'card' ? over.sharerId : null
  await db.insert(shareLinks).values({ id, kind, objectId, createdAt: TEST_NOW, ...over })
  return id
}

/** Adds a business card that its owner saved and shared. @returns its short id */
export async function givenHandedOnCard(db: Database, userId: string): Promise<string> {
  await givenBusinessCard(db, { userId, phone: '021-68888888', email: 'lin@example.com', address: '世纪大道 8 号' })
  return givenShare(db, { sharerId: userId })
}

/** Adds a calendar feed that can be read under this version. */
export async function givenCalendarFeed(db: Database, feed: { userId: string; version: number }): Promise<void> {
  await db.insert(calendarFeeds).values(feed)
}

/** Adds an open question about a coach: of a guest, where nobody asks. @returns its id */
export async function givenQuestion(
  db: Database,
  { askerId, ...over }: New<typeof questions> & { companyId: string },
): Promise<string> {
  const who = askerId ? { askerId } : { phone: '13700000099' }
  const text = '零基础可以学吗？'
  const asked = { kind: 'coach' as const, objectId: over.coachId ?? '1', text, textHash: text }
  const question = { ...asked, ...who, ...questionTimes(TEST_NOW), createdAt: TEST_NOW, ...over }
  return only(await db.insert(questions).values(question).returning({ id: questions.id })).id
}

/** Adds an absence from 10 to 12 June that an admin entered, and an open case of one student. @returns their ids */
export async function givenAway(
  db: Database,
  { companyId, coachId, playerId, adminId }: Record<'companyId' | 'coachId' | 'playerId' | 'adminId', string>,
): Promise<{ awayId: string; leaveCaseId: string }> {
  const days = { firstDay: '2026-06-10', lastDay: '2026-06-12', reason: 'TRAVEL' as const }
  const leave = { cause: 'AWAY' as const, coachId, madeBy: adminId, ...days, createdAt: TEST_NOW }
  const { id: leaveId } = only(await db.insert(coachLeaves).values(leave).returning({ id: coachLeaves.id }))
  const dueAt = caseDueAt(TEST_NOW, [])
  const asked = { leaveId, companyId, coachId, playerId, dueAt, createdAt: TEST_NOW }
  const { id } = only(await db.insert(coachLeaveCases).values(asked).returning({ id: coachLeaveCases.id }))
  return { awayId: leaveId, leaveCaseId: id }
}

/** Adds an alert for an hour with a coach within two weeks, which told of tomorrow at 16:00. @returns its id */
export async function givenVacancyAlert(
  db: Database,
  {
    courtId,
    ...alert
  }: Record<'userId' | 'coachId' | 'courseId' | 'venueId', string> & { courtId: string | undefined },
): Promise<string> {
  const days = { firstDay: TOMORROW, lastDay: '2026-05-14', weekdays: 127, beginTimeSlot: 16, endTimeSlot: 44 }
  const wanted = { ...alert, ...days, kind: 'CLASS' as const, place: 1, length: 2, createdAt: TEST_NOW }
  const { id: alertId } = only(await db.insert(vacancyAlerts).values(wanted).returning({ id: vacancyAlerts.id }))
  const { coachId, venueId } = alert
  const at = { day: TOMORROW, beginTimeSlot: 32, endTimeSlot: 34, courtId }
  await db.insert(vacancyOffers).values({ alertId, coachId, venueId, ...at, toldAt: TEST_NOW })
  return alertId
}
