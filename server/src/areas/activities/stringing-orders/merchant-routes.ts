import * as board from '@paidang/api/areas/merchant-board'
import * as income from '@paidang/api/areas/merchant-income'
import * as strings from '@paidang/api/areas/merchant-strings'
import * as stringing from '@paidang/api/areas/stringing-orders'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { serve } from '../../../http/serve.ts'
import { acceptOrder } from './accept-order.ts'
import { finishStringing } from './finish-stringing.ts'
import { handOverRacket } from './hand-over-racket.ts'
import { moveString } from './move-string.ts'
import { readBoard, readDueWork } from './read-board.ts'
import { readIncome } from './read-income.ts'
import { readRacketHistory } from './read-racket-history.ts'
import { listOrdersOfShop, readOrderOfShop } from './read-stringing-orders.ts'
import { readMoves, readStrings } from './read-strings.ts'
import { receiveRacket } from './receive-racket.ts'
import { refuseOrder } from './refuse-order.ts'
import { createString, updateString } from './save-string.ts'
import { startStringing } from './start-stringing.ts'
import type { ShopWork } from './with-shop-order.ts'

export default async function merchantRoutes(app: FastifyInstance) {
  /** Waits for an action of the shop, then returns the order as the shop sees it. */
  const after = async (db: Database, work: ShopWork, action: Promise<void>) => {
    await action
    return readOrderOfShop(db, { ...work, links: app.fileLinks })
  }

  serve(app, stringing.stringingOrdersOfMerchant, ({ query: { current, rows, status, keyword }, staff, db }) =>
    listOrdersOfShop(db, { staff, status, keyword, current, rows }),
  )
  serve(app, stringing.getStringingOrderOfMerchant, ({ params: { id: orderId }, staff, db, now }) =>
    readOrderOfShop(db, { orderId, staff, links: app.fileLinks, now }),
  )
  serve(app, stringing.acceptStringingOrder, ({ params: { id: orderId }, body, staff, db, now }) => {
    const work = { orderId, staff, now, seen: body.revision }
    return after(db, work, acceptOrder(db, { ...work, expectedAt: body.expectedAt, remark: body.remark }))
  })
  serve(app, stringing.receiveStringingOrder, ({ params: { id: orderId }, body, staff, db, now }) => {
    const work = { orderId, staff, now, seen: body.revision }
    const { condition, photos = [], expectedAt } = body
    return after(db, work, receiveRacket(db, { ...work, condition, photos, expectedAt }))
  })
  serve(app, stringing.startStringingOrder, ({ params: { id: orderId }, body, staff, db, now }) => {
    const work = { orderId, staff, now, seen: body.revision }
    return after(db, work, startStringing(db, { ...work, expectedAt: body.expectedAt, remark: body.remark }))
  })
  serve(app, stringing.readyStringingOrder, ({ params: { id: orderId }, body, staff, db, now }) => {
    const work = { orderId, staff, now, seen: body.revision }
    return after(db, work, finishStringing(db, { ...work, remark: body.remark, photos: body.photos ?? [] }))
  })
  serve(app, stringing.handOverStringingOrder, ({ params: { id: orderId }, body, staff, db, now }) => {
    const work = { orderId, staff, now, seen: body.revision }
    const { pickupCode, trackingNo, remark } = body
    return after(db, work, handOverRacket(db, { ...work, action: 'handOver', pickupCode, trackingNo, remark }))
  })
  serve(app, stringing.giveBackRacket, ({ params: { id: orderId }, body, staff, db, now }) => {
    const work = { orderId, staff, now, seen: body.revision }
    const { pickupCode, trackingNo, remark } = body
    return after(db, work, handOverRacket(db, { ...work, action: 'giveBack', pickupCode, trackingNo, remark }))
  })
  serve(app, stringing.refuseStringingOrder, ({ params: { id: orderId }, body, staff, db, now }) => {
    const work = { orderId, staff, now, seen: body.revision }
    return after(db, work, refuseOrder(db, { ...work, reason: body.reason }))
  })

  serve(app, board.boardOfMerchant, ({ query: { keyword, cards }, staff, db, now }) =>
    readBoard(db, { staff, keyword, cards, now }),
  )
  serve(app, board.dueWorkOfMerchant, ({ query: { day }, staff, db, now }) => readDueWork(db, { staff, day, now }))
  serve(app, board.racketHistoryOfMerchant, ({ params: { id: racketId }, staff, db, now }) =>
    readRacketHistory(db, { racketId, staff, now }),
  )

  serve(app, strings.createString, ({ body: form, staff, db, now }) => createString(db, { form, staff, now }))
  serve(app, strings.updateString, ({ params: { id: stringId }, body: facts, staff, db, now }) =>
    updateString(db, { stringId, facts, staff, now }),
  )
  serve(app, strings.stringsOfMerchant, ({ staff, db }) => readStrings(db, staff))
  serve(app, strings.moveString, ({ params: { id: stringId }, body, staff, db, now }) =>
    moveString(db, {
      stringId,
      kind: body.kind,
      metres: body.metres,
      reason: body.reason,
      seen: body.revision,
      staff,
      now,
    }),
  )
  serve(app, strings.movesOfString, ({ params: { id: stringId }, query: { current, rows }, staff, db }) =>
    readMoves(db, { stringId, staff, current, rows }),
  )

  serve(app, income.incomeOfMerchant, ({ query: { month }, staff, db }) => readIncome(db, { staff, month }))
  serve(app, income.exportIncomeOfMerchant, ({ query, staff, request }) =>
    app.makeExport(request, 'shopIncome', { staff, ...query }),
  )
}
