import { and, eq } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { loginSessions } from '../tables/auth.ts'
import { ballParticipants } from '../tables/balls.ts'
import { invitations } from '../tables/classes.ts'
import { companies } from '../tables/companies.ts'
import { coachLocks } from '../tables/schedule.ts'
import { shopOrders } from '../tables/shop.ts'
import { stringingOrders } from '../tables/stringing-orders.ts'
import { venues } from '../tables/venues.ts'
import { TEST_NOW } from './builders.ts'

/** Fills personal fields that would be empty. An empty field proves nothing about who may read it. */
export async function givenPersonalTexts(
  db: Database,
  { playedBallId, joiner }: { playedBallId: string; joiner: string },
): Promise<void> {
  const absent = and(eq(ballParticipants.ballId, playedBallId), eq(ballParticipants.userId, joiner))
  await db.update(ballParticipants).set({ noShowAt: TEST_NOW, noShowAnswer: '路上堵车' }).where(absent)
  await db.update(invitations).set({ messageToCoach: '想练反手', messageToPlayers: '请带两个球' })
  await db.update(coachLocks).set({ reason: '看牙' })
  await db.update(companies).set({ phone: '021-61234567' })
  await db.update(venues).set({ phone: '021-51234567' })
  await db.update(shopOrders).set({ note: '放前台' })
  await db.update(stringingOrders).set({ notes: '横线松一磅' })
  await db.update(loginSessions).set({ device: 'iPhone' })
}
