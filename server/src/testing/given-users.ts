import type { Database } from '../db/database.ts'
import { phoneConflicts, userSuspensions } from '../tables/auth.ts'
import { givenPlayer, TEST_NOW } from './builders.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

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
export type GivenUsers = {
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
