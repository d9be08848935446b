import type { StrungPart } from '@paidang/api/areas/stringing'
import type { StringingOrder, StringingOrderSummary, StringingStep } from '@paidang/api/areas/stringing-orders'
import { bindsShop, isInShop } from '@paidang/domain/areas/stringing/order-status'
import type { StringPart } from '@paidang/domain/areas/stringing/string-job'
import type { Database } from '../../../db/database.ts'
import { listPending } from '../../ground/content/submissions.ts'
import type { FileLinks } from '../../ground/files/file-links.ts'
import { presentOrder } from '../../money/payments/present-order.ts'
import type { StepRow } from './order-queries.ts'
import { listSteps, type OrderView } from './view-queries.ts'

/** Presents an order for a list. */
export function presentSummary(view: OrderView): StringingOrderSummary {
  const { order, merchant, payment, review } = view
  return {
    id: order.id,
    orderNo: order.orderNo,
    status: order.status,
    merchantId: merchant.id,
    merchantName: merchant.name,
    racketId: order.racketId,
    racketName: order.racketName,
    sport: order.sport,
    mains: strungPart(view, 'mains'),
    crosses: strungPart(view, 'crosses'),
    handIn: order.handIn,
    totalFen: payment.amountFen,
    dueAt: order.dueAt?.toISOString() ?? null,
    readyAt: order.readyAt?.toISOString() ?? null,
    paymentOrderId: order.paymentOrderId,
    isRated: review !== null,
    isInShop: isInShop(order),
    createTime: order.createdAt.toISOString(),
    responseTime: order.responseTime.toISOString(),
  }
}

/** Who views an order, and when. The visible data depend on it. */
type Looking = { as: 'player' | 'shop'; links: FileLinks; now: Date }

/**
 * Presents a whole order. Only the player sees the pickup code and how it was paid. The shop sees the player's phone
 * number and address only while the order binds it.
 */
export async function presentStringingOrder(
  db: Database,
  view: OrderView,
  { as, links, now }: Looking,
): Promise<StringingOrder> {
  const { order, merchant, customer, review } = view
  const isPlayer = as === 'player'
  const mayReach = isPlayer || bindsShop({ status: order.status, isInShop: isInShop(order) })
  const payment = await presentOrder(db, view.payment)
  return {
    ...presentSummary(view),
    revision: order.revision,
    preStretch: order.preStretch,
    knots: order.knots,
    notes: order.notes,
    address: mayReach ? addressOf(view) : null,
    pickupCode: isPlayer && !order.isRacketLost ? order.pickupCode : null,
    expectedAt: order.expectedAt?.toISOString() ?? null,
    acceptedAt: order.acceptedAt?.toISOString() ?? null,
    cancelReason: order.cancelReason,
    isRacketLost: order.isRacketLost,
    trackingNo: order.trackingNo,
    steps: (await listSteps(db, order.id)).map((step) => ({
      ...presentStep(step, links, now),
      ...(!isPlayer && step.staffName !== null && { staffName: step.staffName }),
    })),
    lines: payment.lines,
    pending: isPlayer ? await listPending(db, { kind: 'review', objectId: order.id, actorId: customer.id }) : [],
    review: review && { stars: review.stars, text: review.text, createTime: review.createdAt.toISOString() },
    merchant: {
      id: merchant.id,
      name: merchant.name,
      phone: merchant.phone,
      address: merchant.address,
      latitude: merchant.latitude,
      longitude: merchant.longitude,
      openFrom: merchant.openFrom,
      openTo: merchant.openTo,
    },
    customer: { id: customer.id, nickname: customer.nickname, phone: mayReach ? customer.phone : null },
    order: isPlayer ? payment : null,
  }
}

/** Presents one half of an order's bed. */
export function strungPart({ order, parts }: Pick<OrderView, 'order' | 'parts'>, input: StringPart): StrungPart {
  const part = parts.find((one) => one.part === input)
  if (!part) throw new Error(`stringing order ${order.id} lacks its ${input}`)
  const { source, stringId, name, material, gauge, tension } = part
  return { source, stringId, name, material, gauge, tension }
}

function addressOf({ order }: OrderView): StringingOrder['address'] {
  const { contactName: name, contactPhone: phone, addressRegion: region, addressDetail: detail } = order
  return name !== null && phone !== null && region !== null && detail !== null ? { name, phone, region, detail } : null
}

function presentStep(step: StepRow, links: FileLinks, now: Date): StringingStep {
  const { action, status, actor, remark, photos, createdAt } = step
  const paths = photos === '' ? [] : photos.split(',')
  return {
    action,
    status,
    actor,
    remark,
    photos: paths.map((path) => links.of(path, now)),
    time: createdAt.toISOString(),
  }
}
