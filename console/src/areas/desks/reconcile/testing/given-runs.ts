import type { ReconcileFinding, ReconcileRun } from '@paidang/api/areas/desks/admin-reconcile'

/** A nightly run with one difference, by default. */
export const givenRun = (over: Partial<ReconcileRun> = {}): ReconcileRun => ({
  id: '4',
  day: '2026-11-20',
  state: 'DONE',
  requestedBy: null,
  toCompare: 9,
  compared: 9,
  findings: 1,
  openFindings: 1,
  createTime: '2026-11-20T20:00:00.000Z',
  endTime: '2026-11-20T20:01:00.000Z',
  ...over,
})

/** A payment in the provider's books that is missing in ours. */
export const givenFinding = (over: Partial<ReconcileFinding> = {}): ReconcileFinding => ({
  id: '8',
  kind: 'PAYMENT_MISSED',
  orderId: '51',
  orderTitle: '周末双打',
  ours: '等待支付方 ¥120',
  theirs: '成功 ¥120',
  settledTime: null,
  ...over,
})
