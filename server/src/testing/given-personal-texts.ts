import { and, eq } from 'drizzle-orm'
import { loginSessions } from '../areas/auth/tables.ts'
import { ballParticipants } from '../areas/balls/tables.ts'
import { invitations } from '../areas/classes/tables.ts'
import { companies } from '../areas/companies/tables.ts'
import { coachLocks } from '../areas/schedule/tables.ts'
import { shopOrders } from '../areas/shop/tables.ts'
import { stringingOrders } from '../areas/stringing-orders/tables.ts'
import { venues } from '../areas/venues/tables.ts'
import type { Database } from '../db/database.ts'
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
