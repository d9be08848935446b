import { createNotificationSeal } from '../areas/money/payments/simulator.ts'
import { TEST_NOW } from './builders.ts'
import { get, on, type RequestOf, send } from './sweep-request.ts'
import { TOKEN_SECRET } from './test-server.ts'

/** A call that pays the owner's order by a QR code. */
const paying = (path: string): RequestOf =>
  send(path, ({ orderId }) => ({ orderId, method: 'WECHAT', channel: 'NATIVE' }))

/** The provider's notification that the owner’s payment has arrived. */
const notifying: RequestOf = ({ outTradeNo }) => {
  const payment = { state: 'SUCCESS', transactionId: 'S1', amountFen: 5_000, currency: 'CNY', paidAt: TEST_NOW }
  const body = { kind: 'payment', eventId: 'the event of the walk', outTradeNo, payment }
  const headers = createNotificationSeal(TOKEN_SECRET).headersFor(JSON.stringify(body), TEST_NOW)
  return { path: '/payments/notify/simulator', body, headers }
}

/** How tests send the calls about orders and payments. */
export const PAYMENT_REQUESTS: Record<string, RequestOf> = {
  'POST /orders/pay': paying('/orders/pay'),
  'POST /invitationball/pay': paying('/invitationball/pay'),
  'POST /ball-payment/pay': paying('/ball-payment/pay'),
  'GET /orders/{id}': on('/orders', ({ orderId }) => orderId),
  'GET /orders/by-trade-no/{outTradeNo}': on('/orders/by-trade-no', ({ outTradeNo }) => outTradeNo),
  'GET /orders/mine': get(() => '/orders/mine?current=1&rows=10'),
  'POST /orders/check/{id}': on('/orders/check', ({ orderId }) => orderId),
  'POST /orders/close/{id}': on('/orders/close', ({ orderId }) => orderId),
  'GET /payment-simulator/{outTradeNo}': on('/payment-simulator', ({ outTradeNo }) => outTradeNo),
  'POST /payment-simulator/{outTradeNo}': on('/payment-simulator', ({ outTradeNo }) => outTradeNo, { action: 'FAIL' }),
  'POST /payments/notify/{provider}': notifying,
}
