import { approveMessage, rejectMessage } from '@paidang/api/areas/messages'
import { and, desc, eq } from 'drizzle-orm'
import { closeBalls } from '../areas/balls/close-balls.ts'
import { finishBalls } from '../areas/balls/finish-balls.ts'
import { settleSeats } from '../areas/balls/settle-seats.ts'
import { storedCards } from '../areas/cards/tables.ts'
import { messages } from '../areas/messages/tables.ts'
import { closeUnpaidOrders } from '../areas/payments/close-unpaid-orders.ts'
import type { Payer } from './ball-players.ts'
import { type JobFault, runJob } from './run-job.ts'
import type { TestServer } from './test-server.ts'

/** What people are told and asked of ball games, what they have on their cards, and what the clock does. */
export function ballMatters(server: TestServer) {
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
    /** The jobs of ball games and of unpaid orders, once each. @returns what failed */
    async tick(): Promise<JobFault[]> {
      const faults: JobFault[] = []
      for (const run of [closeUnpaidOrders, settleSeats, closeBalls, finishBalls]) {
        faults.push(...(await runJob(server, run)))
      }
      return faults
    },
    /** Titles of what somebody was told, earliest first. */
    async told(userId: string): Promise<string[]> {
      const rows = await db.select().from(messages).where(eq(messages.receiverId, userId)).orderBy(messages.id)
      return rows.map(({ title }) => title)
    },
    /** The verdicts on what somebody was asked: 0 none yet, 1 yes, 2 no. */
    async verdicts(userId: string): Promise<(number | null)[]> {
      const rows = await db.select().from(messages).where(eq(messages.receiverId, userId)).orderBy(messages.id)
      return rows.flatMap(({ approveStatus }) => (approveStatus === null ? [] : [approveStatus]))
    },
    /** Agrees to, or refuses, what he was asked last. */
    agree: async (userId: string) => signedInAs(userId)(approveMessage, { params: { id: await lastAsked(userId) } }),
    refuse: async (userId: string) => signedInAs(userId)(rejectMessage, { params: { id: await lastAsked(userId) } }),
    lastAsked,
    /** The principal on somebody's card, in fen. */
    async balanceOf({ cardId }: Payer): Promise<number | undefined> {
      return (await db.select().from(storedCards).where(eq(storedCards.id, cardId)))[0]?.principalFen
    },
  }
}
