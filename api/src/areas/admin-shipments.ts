import { LOGISTICS, SHIPMENT_STATES } from '@paidang/domain/areas/payments/shipment'
import { type Static, Type } from 'typebox'
import { outcomes } from '../catalogue/outcomes.ts'
import type { Endpoint } from '../endpoint.ts'
import { ById, Id, Instant, orNull, PageQuery, Person } from '../shapes.ts'

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
