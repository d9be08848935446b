import * as calls from '@paidang/api/areas/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { pageAdjustments } from './adjustment-queries.ts'
import { decideAdjustment } from './decide-adjustment.ts'
import { findManagedCard, pageCards } from './operator-queries.ts'
import { presentAdjustment, presentManagedCard } from './present-adjustment.ts'
import { presentTransaction } from './present-card.ts'
import { requestAdjustment, requestCardIssue } from './request-adjustment.ts'
import { pageTransactions } from './transaction-queries.ts'
import { withdrawAdjustment } from './withdraw-adjustment.ts'

export default async function cardsOperatorRoutes(app: FastifyInstance) {
  serve(app, calls.queryCards, async ({ query, db }) => {
    const { keyword, userId, sort = 'createTime', sord = 'desc', rows: limit } = query
    const page = { limit, offset: offsetOf(query) }
    const { rows, total } = await pageCards(db, { keyword: keyword?.trim(), userId, sort, sord, ...page })
    return { rows: rows.map(presentManagedCard), total }
  })
  serve(app, calls.getManagedCard, async ({ params, db }) => {
    const row = await findManagedCard(db, params.id)
    if (!row) throw new ApiError('card_not_found')
    return presentManagedCard(row)
  })
  serve(app, calls.transactionsOfManagedCard, async ({ params, query, db }) => {
    const { kind, rows: limit } = query
    const { rows, total } = await pageTransactions(db, params.id, { kind, limit, offset: offsetOf(query) })
    return { rows: rows.map(presentTransaction), total }
  })
  serve(app, calls.exportManagedCard, ({ params, query: { kind, format }, now, request }) =>
    app.makeExport(request, 'managedCard', { cardId: params.id, kind, format, now }),
  )
  serve(app, calls.listCardAdjustments, async ({ query, db }) => {
    const { state, cardNo, rows: limit } = query
    const { rows, total } = await pageAdjustments(db, { state, cardNo, limit, offset: offsetOf(query) })
    return { rows: rows.map(presentAdjustment), total }
  })
  serve(app, calls.adjustCard, ({ params, body, staff, db, now }) =>
    requestAdjustment(db, { cardId: params.id, ...body, actor: staff, now }),
  )
  serve(app, calls.issueCard, ({ body, staff, db, now }) => requestCardIssue(db, { ...body, actor: staff, now }))
  serve(app, calls.decideCardAdjustment, ({ params, body, staff, db, now }) =>
    decideAdjustment(db, {
      adjustmentId: params.id,
      isApproved: body.approve,
      note: body.note ?? '',
      seen: body.revision,
      actor: staff,
      now,
    }),
  )
  serve(app, calls.withdrawCardAdjustment, ({ params, staff, db, now }) =>
    withdrawAdjustment(db, { adjustmentId: params.id, actorId: staff.id, now }),
  )
}
