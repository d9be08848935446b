import type { Database } from '../db/database.ts'
import { loginSessions } from '../tables/auth.ts'
import { only } from './builders.ts'

/** Adds a log-in session of a user on some device. @returns the session's id */
export async function givenSession(db: Database, userId: string): Promise<string> {
  return only(await db.insert(loginSessions).values({ userId }).returning({ id: loginSessions.id })).id
}
