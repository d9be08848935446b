import type { Policy } from '@paidang/domain/areas/activities/classes/policy'
import { DEFAULT_FIRST_START, DEFAULT_LAST_START } from '@paidang/domain/kernel/half-hour'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { hashPassword } from '../areas/people/auth/password.ts'
import type { Database } from '../db/database.ts'
import { credentials } from '../tables/auth.ts'
import { usualPins } from '../tables/classes.ts'
import { closureItems, closures } from '../tables/closures.ts'
import { coachCourses, commonCourses, companies, companyMembers, courses, policyVersions } from '../tables/companies.ts'
import { contractPhotos, contracts, lessonLedger } from '../tables/contracts.ts'
import { files } from '../tables/files.ts'
import { adverts } from '../tables/home.ts'
import { users } from '../tables/identities.ts'
import { messages, outbox } from '../tables/messages.ts'
import { likeRecords, studentFinds, studentRelations } from '../tables/relations.ts'
import { CLAIM_KIND, coachLocks, HOLDER_KIND, slotClaims, venueLocks } from '../tables/schedule.ts'
import { staff } from '../tables/staff-identities.ts'
import { coachVenues, courts, releaseRuleChanges, venues } from '../tables/venues.ts'
import { nextNumber } from './numbers.ts'

/** The secret with which every test server signs tokens. */
export const TOKEN_SECRET = 'a secret that signs tokens in tests only'

/** Noon of a Friday in Shanghai. The clock of every test starts here by default. */
export const TEST_NOW = new Date('2026-05-01T12:00:00+08:00')

/** The day after TEST_NOW. Locks and classes are on this day by default. */
export const TOMORROW = '2026-05-02'

const APPROVED = 1

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** The single row that an insert returns. */
export function only<Row>([row]: Row[]): Row {
  if (!row) throw new Error('insert returned no row')
  return row
}

/** Adds a player (userType 0). Their rating equals their level by default. @returns the user's id */
export async function givenPlayer(db: Database, over: New<typeof users> = {}): Promise<string> {
  const number = nextNumber()
  const phone = String(13_900_000_000 + number)
  const stated = { rating: over.level ?? 3, genderStated: over.gender !== undefined }
  const player = { nickname: `球员${number}`, phone, openId: `openid-${number}`, ...stated, ...over }
  return only(await db.insert(users).values(player).returning({ id: users.id })).id
}

/** Adds a coach (userType 1), a member of `companyId` when that is given. @returns the user's id */
export async function givenCoach(
  db: Database,
  { companyId, ...over }: New<typeof users> & { companyId?: string } = {},
): Promise<string> {
  const coachId = await givenPlayer(db, { userType: 1, nickname: `教练${nextNumber()}`, ...over })
  if (companyId) await db.insert(companyMembers).values({ companyId, userId: coachId })
  return coachId
}

/** Adds a company. Its admin becomes a member: a new coach unless one is named. */
export async function givenCompany(
  db: Database,
  over: New<typeof companies> = {},
): Promise<{ companyId: string; adminId: string }> {
  const adminId = over.adminId ?? (await givenCoach(db))
  const company = { companyName: `俱乐部${nextNumber()}`, adminId, ...over }
  const { id: companyId } = only(await db.insert(companies).values(company).returning({ id: companies.id }))
  await db.insert(companyMembers).values({ companyId, userId: adminId })
  return { companyId, adminId }
}

/** Adds a course of one hour, ¥300, for up to four players, that these coaches teach. @returns its id */
export async function givenCourse(
  db: Database,
  { companyId, coachIds = [], ...over }: New<typeof courses> & { companyId: string; coachIds?: string[] },
): Promise<string> {
  const course = {
    companyId,
    courseName: `网球课${nextNumber()}`,
    pricePerSession: 30_000,
    sessionDuration: 60,
    maxParticipants: 4,
    ...over,
  }
  const { id: courseId } = only(await db.insert(courses).values(course).returning({ id: courses.id }))
  for (const coachId of coachIds) await db.insert(coachCourses).values({ coachId, courseId })
  return courseId
}

/** The policy of 青杉: free until 24 hours before, then half, from 2 hours on all; one is forgiven in 90 days. */
export const POLICY: Policy = {
  tiers: [
    { hours: 24, percent: 50 },
    { hours: 2, percent: 100 },
  ],
  percents: { late: 100, absent: 100, leave: 0 },
  forgiven: {
    cancel: { times: 1, days: 90 },
    late: { times: 0, days: 90 },
    absent: { times: 0, days: 90 },
    leave: { times: 0, days: 90 },
  },
  coachAbsentHalves: 1,
}

/** Adds the next version of a company's policy, or of one of its courses. @returns its id */
export async function givenPolicy(
  db: Database,
  { companyId, courseId = null, madeBy }: { companyId: string; courseId?: string | null; madeBy: string },
  over: Partial<Policy> = {},
): Promise<string> {
  const of = and(
    eq(policyVersions.companyId, companyId),
    courseId === null ? isNull(policyVersions.courseId) : eq(policyVersions.courseId, courseId),
  )
  const made = { companyId, courseId, version: (await db.$count(policyVersions, of)) + 1, createdAt: TEST_NOW }
  const row = { ...made, terms: { ...POLICY, ...over }, madeBy }
  return only(await db.insert(policyVersions).values(row).returning({ id: policyVersions.id })).id
}

/**
 * Adds an approved venue with this many courts and the specification's default opening hours. These coaches teach there
 * or manage it.
 */
export async function givenVenue(
  db: Database,
  {
    courts: courtCount = 2,
    coachIds = [],
    managerIds = [],
    ...over
  }: New<typeof venues> & { courts?: number; coachIds?: string[]; managerIds?: string[] } = {},
): Promise<{ venueId: string; courtIds: string[] }> {
  const venue = {
    name: `球馆${nextNumber()}`,
    address: '世纪大道 1 号',
    city: '上海',
    district: '浦东新区',
    courtCount,
    firstStart: DEFAULT_FIRST_START,
    lastStart: DEFAULT_LAST_START,
    approveStatus: APPROVED,
    ...over,
  }
  const { id: venueId } = only(await db.insert(venues).values(venue).returning({ id: venues.id }))
  const courtIds: string[] = []
  for (let courtIndex = 0; courtIndex < courtCount; courtIndex++) {
    const court = { venueId, courtIndex, courtCode: String(courtIndex), name: `场地${courtIndex + 1}` }
    courtIds.push(only(await db.insert(courts).values(court).returning({ id: courts.id })).id)
  }
  for (const coachId of coachIds) await db.insert(coachVenues).values({ coachId, venueId, approveStatus: APPROVED })
  for (const coachId of managerIds) {
    await db.insert(coachVenues).values({ coachId, venueId, isManager: true, approveStatus: APPROVED })
  }
  return { venueId, courtIds }
}

/** Switches on that a venue releases courts which nobody took up, a month before TEST_NOW unless `since` says when. */
export async function givenReleaseRule(
  db: Database,
  {
    venueId,
    changedBy,
    since = new Date('2026-04-01T12:00:00+08:00'),
  }: { venueId: string; changedBy: string; since?: Date },
): Promise<void> {
  await db.update(venues).set({ releaseSince: since }).where(eq(venues.id, venueId))
  await db.insert(releaseRuleChanges).values({ venueId, isOn: true, changedBy, createdAt: since })
}

/** Makes the player a student of the coach. @returns the relation's id */
export async function givenRelation(db: Database, coachId: string, playerId: string): Promise<string> {
  const relation = { coachId, playerId }
  return only(await db.insert(studentRelations).values(relation).returning({ id: studentRelations.id })).id
}

/** Records that a coach found a player by their number, at TEST_NOW by default. */
export async function givenFind(db: Database, coachId: string, playerId: string, foundAt = TEST_NOW): Promise<void> {
  await db.insert(studentFinds).values({ coachId, playerId, foundAt })
}

/** Adds a closure of a venue from 20:00 to 21:00, whose one class its player had cancelled before. */
export async function givenClosure(
  db: Database,
  { invitationId, ...over }: { invitationId: string; venueId: string; courtIds: string[]; madeBy: string; day: string },
): Promise<{ closureId: string; closureItemId: string }> {
  const closure = { beginTimeSlot: 40, endTimeSlot: 42, reason: 'RAIN' as const, createdAt: TEST_NOW, ...over }
  const { id: closureId } = only(await db.insert(closures).values(closure).returning({ id: closures.id }))
  const settled = { state: 'DONE' as const, outcome: 'ENDED_BEFORE' as const, settledAt: TEST_NOW, sessions: 0, fen: 0 }
  const item = { closureId, invitationId, createdAt: TEST_NOW, ...settled }
  const { id } = only(await db.insert(closureItems).values(item).returning({ id: closureItems.id }))
  return { closureId, closureItemId: id }
}

/**
 * Adds a contract with this many lesson hours (default 10) and its GRANT row. An ADJUST row takes `spent` of them away.
 * @returns its id
 */
export async function givenContract(
  db: Database,
  {
    sessions = 10,
    spent = 0,
    ...over
  }: New<typeof contracts> & { userId: string; courseId: string; sessions?: number; spent?: number },
): Promise<string> {
  const course = only(await db.select().from(courses).where(eq(courses.id, over.courseId)))
  const unitPrice = course.pricePerSession
  return db.transaction(async (tx) => {
    const contract = {
      companyId: course.companyId,
      unitPrice,
      expiryDate: '2026-12-31',
      createdAt: TEST_NOW,
      ...over,
      remainingSessions: sessions - spent,
      heldSessions: 0,
      seq: spent > 0 ? 2 : 1,
    }
    const { id: contractId } = only(await tx.insert(contracts).values(contract).returning({ id: contracts.id }))
    const common = { contractId, heldChange: 0, heldAfter: 0, unitPrice, createdAt: contract.createdAt }
    const grant = {
      seq: 1,
      kind: 'GRANT' as const,
      remainingChange: sessions,
      remainingAfter: sessions,
      reason: '签约',
    }
    await tx.insert(lessonLedger).values({ ...common, ...grant })
    if (spent > 0) {
      const adjust = { seq: 2, kind: 'ADJUST' as const, remainingChange: -spent, remainingAfter: sessions - spent }
      await tx.insert(lessonLedger).values({ ...common, ...adjust, reason: '转入前已用' })
    }
    return contractId
  })
}

/** Half-hours of a day, end exclusive. Default: tomorrow, 10:00 to 11:00. */
type Span = { day?: string; beginTimeSlot?: number; endTimeSlot?: number; reason?: string }

/** Adds a lock of half-hours that a coach reserves, with its claims. @returns the lock's id */
export async function givenCoachLock(db: Database, { coachId, ...span }: Span & { coachId: string }): Promise<string> {
  const lock = { coachId, day: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22, ...span }
  const { id } = only(await db.insert(coachLocks).values(lock).returning({ id: coachLocks.id }))
  await claimFor(
    db,
    { kind: CLAIM_KIND.COACH, resourceId: coachId, holderKind: HOLDER_KIND.COACH_LOCK, holderId: id },
    lock,
  )
  return id
}

/** Adds a lock of half-hours in which a venue closes a court, with its claims. @returns the lock's id */
export async function givenVenueLock(db: Database, { courtId, ...span }: Span & { courtId: string }): Promise<string> {
  const { venueId } = only(await db.select().from(courts).where(eq(courts.id, courtId)))
  const lock = { venueId, courtId, day: TOMORROW, beginTimeSlot: 20, endTimeSlot: 22, ...span }
  const { id } = only(await db.insert(venueLocks).values(lock).returning({ id: venueLocks.id }))
  await claimFor(
    db,
    { kind: CLAIM_KIND.COURT, resourceId: courtId, holderKind: HOLDER_KIND.VENUE_LOCK, holderId: id },
    lock,
  )
  return id
}

async function claimFor(
  db: Database,
  holding: { kind: number; resourceId: string; holderKind: number; holderId: string },
  { day, beginTimeSlot, endTimeSlot }: { day: string; beginTimeSlot: number; endTimeSlot: number },
): Promise<void> {
  for (let halfHour = beginTimeSlot; halfHour < endTimeSlot; halfHour++) {
    await db.insert(slotClaims).values({ ...holding, day, halfHour })
  }
}

/** Adds a staff account without a password. A merchant belongs to a shop. @returns its id */
export async function givenStaff(
  db: Database,
  over: New<typeof staff> & { kind: 'operator' | 'merchant' },
): Promise<string> {
  const number = nextNumber()
  const account = { username: `staff-${number}`, passwordHash: 'no password', nickname: `员工${number}`, ...over }
  return only(await db.insert(staff).values(account).returning({ id: staff.id })).id
}

const passwordHashes = new Map<string, Promise<string>>()

/** The hash of a password, computed once per password. Computing one takes as long as a test. */
export function hashOf(password: string): Promise<string> {
  const known = passwordHashes.get(password) ?? hashPassword(password)
  passwordHashes.set(password, known)
  return known
}

/** Adds a staff account with a password. @returns its user name and password */
export async function givenStaffLogin(
  db: Database,
  { password = 'demo1234', ...over }: New<typeof staff> & { kind: 'operator' | 'merchant'; password?: string },
): Promise<{ staffId: string; username: string; password: string }> {
  const username = over.username ?? `staff-${nextNumber()}`
  const staffId = await givenStaff(db, { ...over, username, passwordHash: await hashOf(password) })
  return { staffId, username, password }
}

/** Adds a user name and a password to a user. */
export async function givenLogin(
  db: Database,
  {
    userId,
    username = `user-${nextNumber()}`,
    password = 'demo1234',
  }: { userId: string; username?: string; password?: string },
): Promise<{ username: string; password: string }> {
  await db.insert(credentials).values({ userId, username, passwordHash: await hashOf(password) })
  return { username, password }
}

/**
 * What a class needs. A club has an admin, one coach and one course. There are one venue with two courts and one
 * student.
 */
export type Scene = {
  companyId: string
  adminId: string
  coachId: string
  courseId: string
  venueId: string
  courtIds: string[]
  playerId: string
  contractId: string
}

/** Adds such a scene. The student's contract has this many lesson hours. */
export async function givenScene(db: Database, { sessions = 10 }: { sessions?: number } = {}): Promise<Scene> {
  const { companyId, adminId } = await givenCompany(db)
  const coachId = await givenCoach(db, { companyId })
  const courseId = await givenCourse(db, { companyId, coachIds: [coachId, adminId] })
  const { venueId, courtIds } = await givenVenue(db, { coachIds: [coachId, adminId] })
  const playerId = await givenPlayer(db)
  await givenRelation(db, coachId, playerId)
  const contractId = await givenContract(db, { userId: playerId, courseId, coachId, sessions })
  return { companyId, adminId, coachId, courseId, venueId, courtIds, playerId, contractId }
}

const DAY_MS = 86_400_000

/** Adds an advert that is published at TEST_NOW. @returns its id */
export async function givenAdvert(db: Database, over: New<typeof adverts> = {}): Promise<string> {
  const advert = {
    place: 'home' as const,
    title: '新课上线',
    beginsAt: new Date(TEST_NOW.getTime() - DAY_MS),
    endsAt: new Date(TEST_NOW.getTime() + DAY_MS),
    ...over,
  }
  return only(await db.insert(adverts).values(advert).returning({ id: adverts.id })).id
}

/** Adds a course of the common catalogue: one hour, ¥300. @returns its id */
export async function givenCommonCourse(db: Database, over: New<typeof commonCourses> = {}): Promise<string> {
  const course = {
    courseName: '成人私教 1 对 1',
    courseDescription: '从握拍到实战',
    pricePerSession: 30_000,
    sessionDuration: 60,
    maxParticipants: 1,
    ...over,
  }
  return only(await db.insert(commonCourses).values(course).returning({ id: commonCourses.id })).id
}

/** Adds a message with its outbox row. @returns its id */
export async function givenMessage(db: Database, over: New<typeof messages> & { receiverId: string }): Promise<string> {
  const message = { category: 'systemNotice' as const, title: '通知', content: '场馆明日照常开放', ...over }
  const { id: messageId } = only(await db.insert(messages).values(message).returning({ id: messages.id }))
  const payload = { template: 'class', page: 'pages/home/index', words: [message.title, message.content] }
  await db.insert(outbox).values({ messageId, channel: 'wechat', payload })
  return messageId
}

/** Adds a like for a completed class, and counts it. @returns the record's id */
export async function givenLike(
  db: Database,
  like: { sourceUserId: string; targetUserId: string; relatedId: string },
): Promise<string> {
  const record = { ...like, recordType: 'COURSE_INVITATION' as const }
  const { id } = only(await db.insert(likeRecords).values(record).returning({ id: likeRecords.id }))
  await db
    .update(users)
    .set({ likesCount: sql`${users.likesCount} + 1` })
    .where(eq(users.id, like.targetUserId))
  return id
}

/**
 * Adds a pinned class of the scene's player: Saturdays from 10:00 to 11:00 on the first court. @returns the pin's id
 */
export async function givenPin(
  db: Database,
  { playerId, coachId, venueId, courseId, courtIds }: Scene,
  over: New<typeof usualPins> = {},
): Promise<string> {
  const pin = {
    userId: playerId,
    coachId,
    stadiumId: venueId,
    courseDesignId: courseId,
    courtId: courtIds[0] ?? '',
    weekday: 6,
    beginTimeSlot: 20,
    endTimeSlot: 22,
    ...over,
  }
  return only(await db.insert(usualPins).values(pin).returning({ id: usualPins.id })).id
}

/** Adds the row of a picture that somebody uploaded. The test must create the file itself. @returns its path */
export async function givenFile(
  db: Database,
  over: New<typeof files> & { ownerId: string; relativePath: string },
): Promise<string> {
  await db.insert(files).values({ sizeBytes: 1, width: 1, height: 1, ...over })
  return over.relativePath
}

/** Adds the photo of a signed contract, with the row of its picture. @returns its id */
export async function givenContractPhoto(
  db: Database,
  photo: { userId: string; companyId: string; uploadedBy: string; contractAttachment: string },
): Promise<string> {
  await givenFile(db, { ownerId: photo.uploadedBy, relativePath: photo.contractAttachment })
  return only(await db.insert(contractPhotos).values(photo).returning({ id: contractPhotos.id })).id
}
