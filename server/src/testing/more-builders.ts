import { eq, sql } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { usualPins } from '../tables/classes.ts'
import { commonCourses } from '../tables/companies.ts'
import { contractPhotos } from '../tables/contracts.ts'
import { files } from '../tables/files.ts'
import { adverts } from '../tables/home.ts'
import { users } from '../tables/identities.ts'
import { messages, outbox } from '../tables/messages.ts'
import { likeRecords } from '../tables/relations.ts'
import { only, type Scene, TEST_NOW } from './builders.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

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
