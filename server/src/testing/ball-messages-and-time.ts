import { approveMessage, rejectMessage } from '@paidang/api/areas/ground/messages'
import { and, desc, eq } from 'drizzle-orm'
import { closeBalls, finishBalls, settleSeats } from '../areas/activities/balls/clock.ts'
import { closeUnpaidOrders } from '../areas/money/payments/ask-provider.ts'
import { storedCards } from '../tables/cards.ts'
import { messages } from '../tables/messages.ts'
import type { Payer } from './ball-players.ts'
import { type JobFault, runJob } from './run-job.ts'
import type { TestServer } from './test-server.ts'

/** Helpers for the messages of ball games, for the balances of cards, and for the clock. */
export function ballMessagesAndTime(server: TestServer) {
  const { db, clock, signedInAs } = server
  const lastAsked = async (userId: string): Promise<string> => {
    const isOpen = and(eq(messages.receiverId, userId), eq(messages.approveStatus, 0))
    const [message] = await db.select().from(messages).where(isOpen).orderBy(desc(messages.id)).limit(1)
    if (!message) throw new Error(`nobody asks ${userId} anything`)
    return message.id
  }
  return {
    /** Sets the clock, given as mm-ddThh:mm:ss in Shanghai. */
    at(time: string): void {
      clock.set(new Date(`2026-${time}+08:00`))
    },
    /** Runs the jobs of ball games and of unpaid orders once each. @returns what failed */
    async tick(): Promise<JobFault[]> {
      const faults: JobFault[] = []
      for (const run of [closeUnpaidOrders, settleSeats, closeBalls, finishBalls]) {
        faults.push(...(await runJob(server, run)))
      }
      return faults
    },
    /** The titles of somebody's messages, earliest first. */
    async told(userId: string): Promise<string[]> {
      const rows = await db.select().from(messages).where(eq(messages.receiverId, userId)).orderBy(messages.id)
      return rows.map(({ title }) => title)
    },
    /** The verdicts on somebody's requests for agreement: 0 none yet, 1 yes, 2 no. */
    async verdicts(userId: string): Promise<(number | null)[]> {
      const rows = await db.select().from(messages).where(eq(messages.receiverId, userId)).orderBy(messages.id)
      return rows.flatMap(({ approveStatus }) => (approveStatus === null ? [] : [approveStatus]))
    },
    /** Answers the latest request for agreement that somebody received. */
    agree: async (userId: string) => signedInAs(userId)(approveMessage, { params: { id: await lastAsked(userId) } }),
    refuse: async (userId: string) => signedInAs(userId)(rejectMessage, { params: { id: await lastAsked(userId) } }),
    lastAsked,
    /** The principal on the payer's card, in fen. */
    async balanceOf({ cardId }: Payer): Promise<number | undefined> {
      return (await db.select().from(storedCards).where(eq(storedCards.id, cardId)))[0]?.principalFen
    },
  }
}
