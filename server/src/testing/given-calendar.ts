import type { Database } from '../db/database.ts'
import { calendarFeeds } from '../tables/calendar.ts'

/** Adds a calendar feed that can be read under this version. */
export async function givenCalendarFeed(db: Database, feed: { userId: string; version: number }): Promise<void> {
  await db.insert(calendarFeeds).values(feed)
}
