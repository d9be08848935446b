import * as cards from '@paidang/api/areas/cards'
import { offsetOf } from '@paidang/domain/kernel/page'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import cardsOperatorRoutes from './operator-routes.ts'
import { readCardsOfUser, readMonths, readTransactions } from './read-cards.ts'

export default async function cardsRoutes(app: FastifyInstance) {
  serve(app, cards.cardsOfUser, ({ params, user, db }) =>
    readCardsOfUser(db, { userId: params.userId, actorId: user.id }),
  )
  serve(app, cards.transactionsOfCard, ({ params, query, user, db }) => {
    const { month, direction, rows: limit } = query
    return readTransactions(db, {
      cardId: params.cardId,
      actorId: user.id,
      month,
      direction,
      limit,
      offset: offsetOf(query),
    })
  })
  serve(app, cards.monthsOfCard, ({ params, user, db }) => readMonths(db, { cardId: params.cardId, actorId: user.id }))
  serve(app, cards.exportTransactions, ({ params, query, user, now, request }) =>
    app.makeExport(request, 'transactions', { cardId: params.cardId, actorId: user.id, ...query, now }),
  )
  await app.register(cardsOperatorRoutes)
}
