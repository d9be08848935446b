import { hashOfToken } from '../areas/auth/issue-tokens.ts'
import { cockpitSessions } from '../areas/cockpit/tables.ts'
import { recordDeed } from '../areas/staff/record-deed.ts'
import type { Database } from '../db/database.ts'
import { TEST_NOW } from './builders.ts'

/** A link into the console that nobody has used yet. */
export const COCKPIT_TICKET = 'the ticket of the fixture world'

/** Something that an operator did. */
export async function givenDeed(db: Database, { by, objectId }: { by: string; objectId: string }): Promise<void> {
  await recordDeed(db, { by, action: 'venue.approve', objectId, summary: '通过场馆', now: TEST_NOW })
}

/** The admin of a company came into the console from a log-in of his. */
export async function givenCockpitSession(
  db: Database,
  came: { userId: string; companyId: string; loginSessionId: string },
): Promise<void> {
  const at = { createdAt: TEST_NOW, enteredAt: TEST_NOW, ticketExpiresAt: TEST_NOW }
  await db.insert(cockpitSessions).values({ ...came, ticketHash: `ticket of login ${came.loginSessionId}`, ...at })
}

/** The admin of a company made a link that waits to be opened. */
export async function givenCockpitTicket(
  db: Database,
  made: { userId: string; companyId: string; loginSessionId: string },
): Promise<void> {
  const ticketExpiresAt = new Date(TEST_NOW.getTime() + 60_000)
  await db.insert(cockpitSessions).values({ ...made, ticketHash: hashOfToken(COCKPIT_TICKET), ticketExpiresAt })
}
