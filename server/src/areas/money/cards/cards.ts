import * as api from '@paidang/api/areas/money/cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { desc, eq, sql } from 'drizzle-orm'
import { handle, plugin } from '../../../http/handle.ts'
import { cardLedger } from '../../../tables/cards.ts'
import { listCards, presentCard, readOwnCard } from './read-card.ts'
import { CHANGE, pageTransactions } from './transactions.ts'

export default plugin([
  handle(api.cardsOfUser, async ({ params: { userId }, user, db }) => {
    if (userId !== user.id) throw new ApiError('data_of_others')
    return (await listCards(db, userId)).map(presentCard)
  }),

  handle(api.transactionsOfCard, async ({ params: { cardId }, query, user, db }) => {
    await readOwnCard(db, { cardId, actorId: user.id })
    return pageTransactions(db, cardId, query)
  }),

  // Both amounts are in fen and not negative. A month without movements has no entry.
  handle(api.monthsOfCard, async ({ params: { cardId }, user, db }) => {
    await readOwnCard(db, { cardId, actorId: user.id })
    const month = sql<string>`to_char(${cardLedger.createdAt} at time zone interval '8 hours', 'YYYY-MM')`
    return db
      .select({
        month,
        inFen: sql<number>`coalesce(sum(${CHANGE}) filter (where ${CHANGE} > 0), 0)`.mapWith(Number),
        outFen: sql<number>`coalesce(-sum(${CHANGE}) filter (where ${CHANGE} < 0), 0)`.mapWith(Number),
      })
      .from(cardLedger)
      .where(eq(cardLedger.cardId, cardId))
      .groupBy(month)
      .orderBy(desc(month))
  }),

  handle(api.exportTransactions, ({ params: { cardId }, query, user, now, app, request }) =>
    app.makeExport(request, 'transactions', { cardId, actorId: user.id, ...query, now }),
  ),
])
