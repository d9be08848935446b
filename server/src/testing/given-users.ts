import { phoneContests } from '../areas/auth/tables.ts'
import { userSuspensions } from '../areas/users/tables.ts'
import type { Database } from '../db/database.ts'
import { givenPlayer, TEST_NOW } from './builders.ts'

type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

/** Somebody came through WeChat, which vouched for a number that another account has; he did nothing yet. @returns his id */
export async function givenContestant(db: Database, phone: string): Promise<string> {
  const userId = await givenPlayer(db, { phone: null })
  await db.insert(phoneContests).values({ userId, phone, createdAt: TEST_NOW })
  return userId
}

/** An operator keeps a user out, for good unless it says otherwise. */
async function givenSuspension(
  db: Database,
  over: New<typeof userSuspensions> & { userId: string; staffId: string },
): Promise<void> {
  await db.insert(userSuspensions).values({ reason: '多次爽约', createdAt: TEST_NOW, ...over })
}

/** What operators find among the accounts of the fixture world. */
export type GivenUsers = {
  /** Bare: WeChat vouched to him for the idler's number. */
  contestantId: string
  /** Kept out for good. */
  suspendedId: string
}

/** Such accounts. */
export async function givenUsers(
  db: Database,
  { phone, staffId }: { phone: string; staffId: string },
): Promise<GivenUsers> {
  const [contestantId, suspendedId] = [await givenContestant(db, phone), await givenPlayer(db)]
  await givenSuspension(db, { userId: suspendedId, staffId })
  return { contestantId, suspendedId }
}
