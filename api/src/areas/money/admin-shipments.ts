import { LOGISTICS, SHIPMENT_STATES } from '@paidang/domain/areas/money/payments/shipment'
import { type Static, Type } from 'typebox'
import { outcomes } from '../../catalogue/outcomes.ts'
import type { AreaReference, Endpoint } from '../../endpoint.ts'
import { ById, Id, Instant, orNull, PageQuery, Person } from '../../shapes.ts'

/**
 * The shipping data that WeChat receives for an order that was paid in the mini-program. `problem` states why WeChat
 * does not have it yet.
 */
export const ManagedShipment = Type.Object({
  id: Id,
  orderId: Id,
  orderTitle: Type.String(),
  payer: Person,
  logistics: Type.Enum([...LOGISTICS]),
  state: Type.Enum([...SHIPMENT_STATES]),
  attempts: Type.Integer(),
  problem: orNull(Type.String()),
  createTime: Instant,
  nextTryTime: orNull(Instant),
  shippedTime: orNull(Instant),
  receivedTime: orNull(Instant),
})
export type ManagedShipment = Static<typeof ManagedShipment>

export const queryShipments = {
  method: 'GET',
  path: '/admin/shipments',
  access: 'operator',
  mayLag: true,
  summary: 'All shipments: REFUSED ones first, then the latest',
  outcome: outcomes.readInformation,
  query: Type.Object({ ...PageQuery, state: Type.Optional(Type.Enum([...SHIPMENT_STATES])) }),
  data: Type.Array(ManagedShipment),
  paged: true,
} satisfies Endpoint

export const retryShipment = {
  method: 'POST',
  path: '/admin/shipments/retry/:id',
  access: 'operator',
  summary: 'Uploads a REFUSED shipment again',
  errors: ['shipment_not_found', 'shipment_not_refused'],
  outcome: outcomes.operate,
  params: ById,
  data: ManagedShipment,
} satisfies Endpoint

/** What the reference says about this area and its fields. */
export const reference: AreaReference = {
  about: 'The reports to WeChat that a paid order was handed over, and what became of them.',
  fields: {
    id: 'The id of the shipment.',
    logistics:
      'How the order reaches its payer: EXPRESS by a carrier, LOCAL by the shop, VIRTUAL at once, PICKUP collected.',
    state:
      'The state of the report: WAITING to be uploaded, SHIPPED WeChat knows it, RECEIVED by the payer, REFUNDED needs none, REFUSED until an operator acts.',
    problem: 'Why WeChat does not have it yet, in words; null when it does.',
    shippedTime: 'When WeChat took it; null before that.',
    receivedTime: 'When WeChat counts the order as received; null before that.',
    createTime: 'When the order was handed over, so that WeChat is to know.',
    attempts: 'How many times WeChat was asked to take it.',
    ManagedShipment: 'The report to WeChat that a paid order was handed over.',
  },
}
