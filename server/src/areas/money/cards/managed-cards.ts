import * as api from '@paidang/api/areas/money/admin-cards'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { cardAdjustments, cardLedger, storedCards } from '../../../tables/cards.ts'
import { isPersonMeantBy, users } from '../../../tables/identities.ts'
import { presentCard } from './read-card.ts'
import { pageTransactions } from './transactions.ts'

const CARD_NO = /^86\d{14}$/

/** Matches a card by its number, or by its owner. */
function patternOf(keyword: string | undefined): SQL | undefined {
  if (!keyword) return undefined
  return CARD_NO.test(keyword) ? eq(storedCards.cardNo, keyword) : isPersonMeantBy(keyword)
}

const { id, nickname, avatar } = users
const selectCards = (db: Database) =>
  db
    .select({
      card: storedCards,
      owner: { id, nickname, avatar },
      movedAt: sql<Date>`(select l.created_at from ${cardLedger} l where l.card_id = ${storedCards.id}
        and l.seq = ${storedCards.seq})`.mapWith(cardLedger.createdAt),
      hasWaitingAdjustment: sql<boolean>`exists (select 1 from ${cardAdjustments} a where a.card_id = ${storedCards.id}
        and a.state = 'WAITING')`,
    })
    .from(storedCards)
    .innerJoin(users, eq(users.id, storedCards.userId))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectCards>>[number]

function present({ card, owner, movedAt, hasWaitingAdjustment }: Row): api.ManagedCard {
  const { revision } = card
  return { card: presentCard(card), revision, owner, movedTime: movedAt.toISOString(), hasWaitingAdjustment }
}

export default plugin([
  handle(api.queryCards, ({ query, db }) => {
    const { userId, sord } = query
    const where = and(
      patternOf(query.keyword?.trim()),
      userId === undefined ? undefined : eq(storedCards.userId, userId),
    )
    const inOrder = sord === 'asc' ? asc : desc
    const balance = inOrder(sql`(${storedCards.principalFen} + ${storedCards.giftFen})`)
    const order = [...(query.sort === 'balance' ? [balance] : []), inOrder(storedCards.id)]
    return pageOf(db, selectCards(db), { where, order, query, present })
  }),

  handle(api.getManagedCard, async ({ params: { id }, db }) => {
    const [row] = await selectCards(db).where(eq(storedCards.id, id))
    if (!row) throw new ApiError('card_not_found')
    return present(row)
  }),

  handle(api.transactionsOfManagedCard, ({ params: { id }, query, db }) => pageTransactions(db, id, query)),

  handle(api.exportManagedCard, ({ params: { id: cardId }, query: { kind, format }, now, app, request }) =>
    app.makeExport(request, 'managedCard', { cardId, kind, format, now }),
  ),
])
