import * as cards from '@paidang/api/areas/cards'
import { TOP_UP_PLANS } from '@paidang/domain/areas/cards/stored-card'
import type { FastifyInstance } from 'fastify'
import { serve } from '../../../http/serve.ts'
import { topUpCard } from './top-up-card.ts'
import { readWithdrawals, withdrawTopUp } from './withdraw-top-up.ts'

export default async function topUpsRoutes(app: FastifyInstance) {
  serve(app, cards.topUpPlans, async () => TOP_UP_PLANS.map((plan) => ({ ...plan })))
  serve(app, cards.topUpCard, ({ body, user, db, now }) =>
    topUpCard(db, { planId: body.planId, cardId: body.cardId, actorId: user.id, now }),
  )
  serve(app, cards.withdrawalsOfCard, ({ params, user, db, now }) =>
    readWithdrawals(db, { cardId: params.cardId, actorId: user.id, now }),
  )
  serve(app, cards.withdrawTopUp, ({ body, user, db, now }) => withdrawTopUp(db, { ...body, actorId: user.id, now }))
}
