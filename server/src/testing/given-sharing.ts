import { businessCards } from '../areas/business-cards/tables.ts'
import { shareLinks } from '../areas/sharing/tables.ts'
import type { Database } from '../db/database.ts'
import { TEST_NOW } from './builders.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** A card that somebody saved. */
export async function givenBusinessCard(
  db: Database,
  over: New<typeof businessCards> & { userId: string },
): Promise<void> {
  await db.insert(businessCards).values({ templateId: 'blue', name: '林知夏', savedAt: TEST_NOW, ...over })
}

/** A page that somebody handed on: his card unless another page is named. @returns its short id */
export async function givenShare(
  db: Database,
  { id = 'Share0Id', kind = 'card', ...over }: New<typeof shareLinks> & { sharerId: string },
): Promise<string> {
  const objectId = kind === 'card' ? over.sharerId : null
  await db.insert(shareLinks).values({ id, kind, objectId, createdAt: TEST_NOW, ...over })
  return id
}

/** A card that its owner saved and handed on. @returns its short id */
export async function givenHandedOnCard(db: Database, userId: string): Promise<string> {
  await givenBusinessCard(db, { userId, phone: '021-68888888', email: 'lin@example.com', address: '世纪大道 8 号' })
  return givenShare(db, { sharerId: userId })
}
