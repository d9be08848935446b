import { createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { simulatedPayments, simulatedRefunds } from '../../../tables/payments.ts'
import {
  NotificationRefused,
  type ProviderEvent,
  type ProviderPayment,
  type RawNotification,
  type Simulator,
} from './provider.ts'

export type SimulatedPaymentRow = typeof simulatedPayments.$inferSelect
type SimulatedRefundRow = typeof simulatedRefunds.$inferSelect

const CURRENCY = 'CNY'

/** Prepares a payment. A payment that is already prepared stays as it is. */
export async function insertSimulatedPayment(
  db: Database,
  payment: Pick<SimulatedPaymentRow, 'outTradeNo' | 'title' | 'amountFen' | 'expiresAt'>,
): Promise<void> {
  await db.insert(simulatedPayments).values(payment).onConflictDoNothing()
}

export async function findSimulatedPayment(db: Database, outTradeNo: string): Promise<SimulatedPaymentRow | undefined> {
  const [row] = await db.select().from(simulatedPayments).where(eq(simulatedPayments.outTradeNo, outTradeNo))
  return row
}

/** Locks the payment until the transaction ends. */
export async function lockSimulatedPayment(tx: Database, outTradeNo: string): Promise<SimulatedPaymentRow | undefined> {
  const rows = tx.select().from(simulatedPayments).where(eq(simulatedPayments.outTradeNo, outTradeNo)).for('update')
  return (await rows)[0]
}

/** Updates a payment that has brought no money. @returns the row if it changed */
export async function moveSimulatedPayment(
  db: Database,
  outTradeNo: string,
  change: Partial<Pick<SimulatedPaymentRow, 'state' | 'transactionId' | 'paidAt'>>,
): Promise<SimulatedPaymentRow | undefined> {
  const [row] = await db
    .update(simulatedPayments)
    .set(change)
    .where(and(eq(simulatedPayments.outTradeNo, outTradeNo), inArray(simulatedPayments.state, ['NOTPAY', 'PAYERROR'])))
    .returning()
  return row
}

/** Accepts a refund. A refund with a known number stays as it is. */
export async function insertSimulatedRefund(
  db: Database,
  refund: Pick<SimulatedRefundRow, 'outRefundNo' | 'outTradeNo' | 'amountFen'>,
): Promise<void> {
  await db
    .insert(simulatedRefunds)
    .values({ ...refund, state: 'PROCESSING' })
    .onConflictDoNothing()
}

async function findSimulatedRefund(db: Database, outRefundNo: string): Promise<SimulatedRefundRow | undefined> {
  const [row] = await db.select().from(simulatedRefunds).where(eq(simulatedRefunds.outRefundNo, outRefundNo))
  return row
}

/** Sums all refunds of a payment, in fen. */
async function sumSimulatedRefunds(db: Database, outTradeNo: string): Promise<number> {
  const [row] = await db
    .select({ fen: sql<string>`coalesce(sum(${simulatedRefunds.amountFen}), 0)` })
    .from(simulatedRefunds)
    .where(eq(simulatedRefunds.outTradeNo, outTradeNo))
  return Number(row?.fen ?? 0)
}

/**
 * A notification whose time differs from now by more than this is refused, to prevent replays.
 * Source: WeChat Pay v3
 */
const MAX_AGE_SECONDS = 300

const TIMESTAMP = 'paidang-timestamp'
const SIGNATURE = 'paidang-signature'

/**
 * Signs and verifies the simulator's notifications, with a key of its own.
 *
 * @param secret the server's secret; the key is derived from it and signs nothing else
 */
export function createNotificationSeal(secret: string) {
  const key = createHmac('sha256', secret).update('payment-simulator').digest()
  const signatureOf = (timestamp: string, body: string | Buffer) =>
    createHmac('sha256', key).update(`${timestamp}\n`).update(body).digest()
  return {
    /** The headers that make a body valid for the next minutes. */
    headersFor(body: string, now: Date): Record<string, string> {
      const timestamp = String(Math.floor(now.getTime() / 1000))
      return {
        'content-type': 'application/json',
        [TIMESTAMP]: timestamp,
        [SIGNATURE]: signatureOf(timestamp, body).toString('base64url'),
      }
    },
    /** Returns the text of a body whose signature is valid. @throws NotificationRefused */
    open({ headers, body }: RawNotification, now: Date): string {
      const { [TIMESTAMP]: timestamp, [SIGNATURE]: signature } = headers
      if (typeof timestamp !== 'string' || typeof signature !== 'string' || !/^\d{1,12}$/.test(timestamp))
        throw new NotificationRefused('the notification is not signed')
      const [given, own] = [Buffer.from(signature, 'base64url'), signatureOf(timestamp, body)]
      if (given.length !== own.length || !timingSafeEqual(given, own))
        throw new NotificationRefused('the signature does not hold')
      if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > MAX_AGE_SECONDS)
        throw new NotificationRefused('the notification is not of this hour')
      return body.toString()
    },
  }
}

function asPayment({ state, transactionId, amountFen, paidAt }: SimulatedPaymentRow): ProviderPayment {
  if (state !== 'SUCCESS') return { state }
  if (transactionId === null || paidAt === null) throw new Error('a simulated payment has succeeded without a trace')
  return { state, transactionId, amountFen, currency: CURRENCY, paidAt }
}

/** The content of a notification, before it is signed. */
type SimulatedEvent = { kind: 'payment'; payment: SimulatedPaymentRow } | { kind: 'refund'; refund: SimulatedRefundRow }

/** Builds the body of a notification. The same event may be delivered several times. */
export function bodyOf(eventId: string, event: SimulatedEvent): string {
  if (event.kind === 'payment') {
    const { outTradeNo } = event.payment
    return JSON.stringify({ kind: 'payment', eventId, outTradeNo, payment: asPayment(event.payment) })
  }
  const { outTradeNo, outRefundNo, state } = event.refund
  return JSON.stringify({ kind: 'refund', eventId, outTradeNo, outRefundNo, refund: { state } })
}

/** Parses a body that the simulator itself has signed. */
function eventOf(body: string): ProviderEvent {
  return JSON.parse(body, (key, value) => (key === 'paidAt' ? new Date(value) : value)) as ProviderEvent
}

/**
 * Creates a simulator that behaves as WeChat Pay does, with tables of its own. `frontDoor` posts a signed notification
 * to our own server and returns the status of the answer.
 *
 * Source: decision "Hours and money", Payments
 */
export function createSimulator({
  db,
  secret,
  now,
  frontDoor,
}: {
  db: Database
  secret: string
  now: () => Date
  frontDoor: (notification: { headers: Record<string, string>; body: string }) => Promise<number>
}): Simulator {
  const seal = createNotificationSeal(secret)
  return {
    name: 'SIMULATOR',

    async prepay({ outTradeNo, title, amountFen, expiresAt }) {
      await insertSimulatedPayment(db, { outTradeNo, title, amountFen, expiresAt })
      return { kind: 'simulator', outTradeNo }
    },

    async query(outTradeNo) {
      const row = await findSimulatedPayment(db, outTradeNo)
      return row ? asPayment(row) : { state: 'UNKNOWN' }
    },

    async close(outTradeNo) {
      await moveSimulatedPayment(db, outTradeNo, { state: 'CLOSED' })
    },

    async refund({ outTradeNo, outRefundNo, amountFen }) {
      return db.transaction(async (tx) => {
        const payment = await lockSimulatedPayment(tx, outTradeNo)
        const known = await findSimulatedRefund(tx, outRefundNo)
        if (known) return { state: known.state }
        const given = await sumSimulatedRefunds(tx, outTradeNo)
        if (payment?.state !== 'SUCCESS' || given + amountFen > payment.amountFen) return { state: 'ABNORMAL' }
        await insertSimulatedRefund(tx, { outRefundNo, outTradeNo, amountFen })
        return { state: 'PROCESSING' }
      })
    },

    async queryRefund(outRefundNo) {
      const refund = await findSimulatedRefund(db, outRefundNo)
      return refund ? { state: refund.state } : { state: 'UNKNOWN' }
    },

    readNotification: (notification) => eventOf(seal.open(notification, now())),

    bring: (body) => frontDoor({ headers: seal.headersFor(body, now()), body }),
  }
}
