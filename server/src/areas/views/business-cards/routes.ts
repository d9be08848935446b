import * as cards from '@paidang/api/areas/business-cards'
import type { FastifyInstance } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { serve } from '../../../http/serve.ts'
import { checkContent } from '../../ground/content/check-content.ts'
import { leadsToCard } from '../../ground/share-links/share-links.ts'
import { listCards } from './list-cards.ts'
import { readPlayerCard } from './read-player-card.ts'
import { cardContent, saveCard } from './save-card.ts'

export default async function businessCardsRoutes(app: FastifyInstance) {
  serve(app, cards.multiCards, ({ body: { userIds }, user, db, now }) =>
    listCards(db, { userIds, actorId: user.id, now }),
  )
  serve(app, cards.saveCard, {
    prepare: ({ body, user, request }) =>
      checkContent(app, { kind: 'card', objectId: user.id, values: cardContent(body), actorId: user.id, request }),
    handle: ({ body: form, prepared: verdicts, user, db, now }) =>
      saveCard(db, { form, verdicts, actorId: user.id, now }),
  })
  serve(app, cards.readPlayerCard, async ({ params: { id: userId }, query: { i }, user, db, now, request }) => {
    const hasLink = i !== undefined && (await leadsToCard(db, { shareId: i, userId }))
    return readPlayerCard(db, { userId, actorId: user?.id, hasLink, now, origin: originOf(request) })
  })
}
