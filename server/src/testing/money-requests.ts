import { get, on, type RequestOf, send } from './sweep-request.ts'

/** The key of the operator's token who asked for the world's adjustment. */
export const ASKER = 'the operator of the world'

/** How tests send the console's calls about money. */
export const MONEY_REQUESTS: Record<string, RequestOf> = {
  'GET /admin/cards': get(() => '/admin/cards?keyword=1&sort=balance&sord=asc'),
  'GET /admin/cards/{id}': on('/admin/cards', ({ card }) => card.cardId),
  'GET /admin/cards/transactions/{id}': on('/admin/cards/transactions', ({ card }) => card.cardId),
  'GET /admin/cards/file/{id}': ({ card: { cardId } }) => ({
    path: `/admin/cards/file/${cardId}?format=csv`,
    privateId: cardId,
  }),
  'POST /admin/cards/adjust/{id}': on('/admin/cards/adjust', ({ card }) => card.cardId, {
    principalChange: -100,
    giftChange: 100,
    reason: '更正',
  }),
  'POST /admin/cards/issue': send('/admin/cards/issue', ({ stranger: userId }) => ({
    userId,
    giftFen: 1_000,
    reason: '活动赠卡',
  })),
  'GET /admin/card-adjustments': get(() => '/admin/card-adjustments?state=WAITING'),
  'POST /admin/card-adjustments/decide/{id}': on('/admin/card-adjustments/decide', ({ money }) => money.adjustmentId, {
    approve: true,
  }),
  // Only the operator who asked can withdraw the adjustment.
  'POST /admin/card-adjustments/withdraw/{id}': ({ money: { adjustmentId } }, role) => ({
    path: `/admin/card-adjustments/withdraw/${adjustmentId}`,
    privateId: adjustmentId,
    ...(role === 'ST' && { as: ASKER }),
  }),
  'GET /admin/threading/orders': get(() => '/admin/threading/orders?isInShop=true'),
  'GET /admin/threading/orders/{id}': on('/admin/threading/orders', ({ shopWork }) => shopWork.orderIds.READY),
  // The racket of the cancelled order is in the shop.
  'POST /admin/threading/orders/lose/{id}': on(
    '/admin/threading/orders/lose',
    ({ shopWork }) => shopWork.orderIds.CANCELLED,
    { reason: '店铺已搬空' },
  ),
  'POST /admin/threading/orders/pick-up/{id}': on(
    '/admin/threading/orders/pick-up',
    ({ shopWork }) => shopWork.orderIds.READY,
    { reason: '顾客已取走' },
  ),
  'GET /admin/threading/refunds': get(() => '/admin/threading/refunds?state=WAITING'),
  'POST /admin/threading/refunds/ask/{id}': on(
    '/admin/threading/refunds/ask',
    ({ shopWork }) => shopWork.orderIds.STRINGING,
    { cause: 'SHOP_GONE', reason: '店铺已搬空', isRacketLost: true },
  ),
  'POST /admin/threading/refunds/decide/{id}': on(
    '/admin/threading/refunds/decide',
    ({ money }) => money.stringingRefundId,
    { approve: true },
  ),
  'POST /admin/threading/refunds/withdraw/{id}': ({ money: { stringingRefundId } }, role) => ({
    path: `/admin/threading/refunds/withdraw/${stringingRefundId}`,
    privateId: stringingRefundId,
    ...(role === 'ST' && { as: ASKER }),
  }),
  'GET /admin/orders': get(() => '/admin/orders?kind=BALL_SEAT&from=2026-04-01&until=2026-05-31&amount=50'),
  'GET /admin/orders/{id}': on('/admin/orders', ({ orderId }) => orderId),
  'GET /admin/orders/{id}/provider': ({ orderId }) => ({
    path: `/admin/orders/${orderId}/provider`,
    privateId: orderId,
  }),
  'GET /admin/refunds': get(() => '/admin/refunds?state=STUCK'),
  'POST /admin/refunds/retry/{id}': on('/admin/refunds/retry', ({ money }) => money.stuckRefundId),
  'GET /admin/shipments': get(() => '/admin/shipments?state=REFUSED'),
  'POST /admin/shipments/retry/{id}': on('/admin/shipments/retry', ({ money }) => money.shipmentId),
  'POST /admin/reconcile': send('/admin/reconcile', () => ({ day: '2026-05-01' })),
  'GET /admin/reconcile/runs': get(() => '/admin/reconcile/runs'),
  'GET /admin/reconcile/runs/{id}': on('/admin/reconcile/runs', ({ money }) => money.runId),
  'GET /admin/reconcile/runs/{id}/findings': get(({ money }) => `/admin/reconcile/runs/${money.runId}/findings`),
  'POST /admin/reconcile/recheck/{id}': on('/admin/reconcile/recheck', ({ money }) => money.findingId),
}
