import type { Database } from '../../../../db/database.ts'
import type { PaymentProvider, ProviderEvent, ProviderPayment } from '../provider.ts'
import { createNotificationSeal } from './signed-notification.ts'
import {
  findSimulatedPayment,
  findSimulatedRefund,
  insertSimulatedPayment,
  insertSimulatedRefund,
  lockSimulatedPayment,
  moveSimulatedPayment,
  type SimulatedPaymentRow,
  type SimulatedRefundRow,
  sumSimulatedRefunds,
} from './simulator-queries.ts'

/** The content of the simulator's notifications, before it is signed. */
export type SimulatedEvent =
  | { kind: 'payment'; payment: SimulatedPaymentRow }
  | { kind: 'refund'; refund: SimulatedRefundRow }

/**
 * The provider that replaces WeChat Pay outside production. It is its own bank, and has a page on which the payer
 * decides.
 */
export type Simulator = PaymentProvider & {
  readonly name: 'SIMULATOR'
  /** Signs a notification and posts it to our own server. @returns the status of the answer */
  bring(body: string): Promise<number>
}

/** Posts a signed notification to our own server and returns the status of the answer. */
export type FrontDoor = (notification: { headers: Record<string, string>; body: string }) => Promise<number>

const CURRENCY = 'CNY'

/**
 * Creates a simulator that behaves as WeChat Pay does, with tables of its own.
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
  frontDoor: FrontDoor
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

function asPayment({ state, transactionId, amountFen, paidAt }: SimulatedPaymentRow): ProviderPayment {
  if (state !== 'SUCCESS') return { state }
  if (transactionId === null || paidAt === null) throw new Error('a simulated payment has succeeded without a trace')
  return { state, transactionId, amountFen, currency: CURRENCY, paidAt }
}
