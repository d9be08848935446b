import type { Database } from '../db/database.ts'
import { businessCards } from '../tables/business-cards.ts'
import { shareLinks } from '../tables/sharing.ts'
import { TEST_NOW } from './builders.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

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
