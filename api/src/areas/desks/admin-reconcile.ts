import { FINDING_KINDS, RUN_STATES } from '@paidang/domain/areas/money/payments/reconcile'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Day, Id, Instant, orNull, PageQuery } from '../../shapes.ts'

/**
 * A comparison of the books of one day. `requestedBy` is null for the nightly run. `openFindings` are not settled yet.
 */
export const ReconcileRun = Type.Object({
  id: Id,
  day: Day,
  state: Type.Enum([...RUN_STATES]),
  requestedBy: orNull(Type.String()),
  toCompare: Type.Integer(),
  compared: Type.Integer(),
  findings: Type.Integer(),
  openFindings: Type.Integer(),
  createTime: Instant,
  endTime: orNull(Instant),
})
export type ReconcileRun = Static<typeof ReconcileRun>

export const startReconcile = {
  method: 'POST',
  path: '/admin/reconcile',
  access: 'operator',
  summary: 'Starts the comparison of the books of a day',
  description: ['If one already runs for that day, it is answered instead.'],
  errors: ['reconcile_day_ahead'],
  outcome: outcomes.operate,
  body: Type.Object({ day: Day }),
  data: ReconcileRun,
} satisfies Endpoint

export const listReconcileRuns = {
  method: 'GET',
  path: '/admin/reconcile/runs',
  access: 'operator',
  mayLag: true,
  summary: 'Runs, the latest first',
  outcome: outcomes.readInformation,
  query: Type.Object(PageQuery),
  data: Type.Array(ReconcileRun),
  paged: true,
} satisfies Endpoint

export const getReconcileRun = {
  method: 'GET',
  path: '/admin/reconcile/runs/:id',
  access: 'operator',
  summary: 'One comparison of the books',
  errors: ['reconcile_run_not_found'],
  outcome: outcomes.readInformation,
  params: ById,
  data: ReconcileRun,
} satisfies Endpoint

/** A difference between the two books, with the entry of each. `settledTime` is when they agreed again. */
export const ReconcileFinding = Type.Object({
  id: Id,
  kind: Type.Enum([...FINDING_KINDS]),
  orderId: Id,
  orderTitle: Type.String(),
  ours: Type.String(),
  theirs: Type.String(),
  settledTime: orNull(Instant),
})
export type ReconcileFinding = Static<typeof ReconcileFinding>

export const listReconcileFindings = {
  method: 'GET',
  path: '/admin/reconcile/runs/:id/findings',
  access: 'operator',
  mayLag: true,
  summary: 'The findings of a run, in the order in which it found them',
  outcome: outcomes.readInformation,
  params: ById,
  query: Type.Object({ ...PageQuery, kind: Type.Optional(Type.Enum([...FINDING_KINDS])) }),
  data: Type.Array(ReconcileFinding),
  paged: true,
} satisfies Endpoint

export const recheckFinding = {
  method: 'POST',
  path: '/admin/reconcile/recheck/:id',
  access: 'operator',
  guardsItself: true,
  summary: 'Asks the provider once more and acts on the answer as usual: received money settles the order',
  description: ['The finding is settled when both books agree.'],
  errors: ['payment_unavailable', 'reconcile_finding_not_found'],
  outcome: outcomes.operate,
  params: ById,
  data: ReconcileFinding,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: "The comparison of our books with the payment provider's, day by day, and the differences that it found.",
  fields: {
    'ReconcileFinding.id': 'The id of the difference.',
    'recheckFinding.id': 'The id of the difference.',
    id: 'The id of the comparison.',
    kind: 'The difference: PAYMENT_MISSED money came that we miss, PAYMENT_MISSING we count money that is not there, PAYMENT_AMOUNT or PAYMENT_NUMBER differs, REFUND_STATE differs, ORDER_UNPAID paid without a payment, CARD_LEDGER charged otherwise than paid, OFFLINE_ENTRY money at the front desk otherwise than entered.',
    ours: 'What our books say, in words.',
    theirs: "What the provider's books say, in words.",
    settledTime: 'When both books agreed again; null until then.',
    day: 'The day whose books are compared, in Shanghai.',
    state: 'The state of the comparison: WAITING for its turn, RUNNING, DONE, or FAILED to compare.',
    requestedBy: 'The name of the staff member who started it; null for the nightly one.',
    toCompare: 'How many entries there are to compare.',
    compared: 'How many entries are compared already.',
    findings: 'How many differences were found.',
    openFindings: 'How many differences are not settled yet.',
    endTime: 'When the comparison ended; null until then.',
    createTime: 'When the comparison was requested.',
    ReconcileFinding: "A difference between our books and the provider's.",
    ReconcileRun: 'A comparison of the books of one day.',
  },
}
