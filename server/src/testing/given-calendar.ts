import { calendarFeeds } from '../areas/calendar/tables.ts'
import type { Database } from '../db/database.ts'

/** Adds a calendar feed that can be read under this version. */
export async function givenCalendarFeed(db: Database, feed: { userId: string; version: number }): Promise<void> {
  await db.insert(calendarFeeds).values(feed)
}
