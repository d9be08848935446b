// What a lower area causes in those above it, which it does not import.
import { proposalEffect } from './areas/balls/decide-proposal.ts'
import { publishEffect } from './areas/balls/publish-effect.ts'
import { requestEffect } from './areas/balls/request-ball.ts'
import { resultEffect } from './areas/balls/result-effect.ts'
import { seatEffect } from './areas/balls/seat-effect.ts'
import { swapEffect } from './areas/balls/swap-effect.ts'
import { coachChangeEffect } from './areas/classes/decide-coach-change.ts'
import { objectionEffect } from './areas/classes/object-to-class.ts'
import { foundOwnCompany } from './areas/companies/found-own-company.ts'
import type { MessageEffects } from './areas/messages/decide-message.ts'
import type { OrderEffects } from './areas/payments/order-effects.ts'
import type { CoachEffect } from './areas/registration/decide-application.ts'
import { claimAsCoach } from './areas/schedule/claim-as-coach.ts'
import { shopEffect } from './areas/shop/shop-effect.ts'
import { stringingEffect } from './areas/stringing-orders/stringing-effect.ts'
import { topUpEffect } from './areas/top-ups/top-up-effect.ts'
import { associationEffect } from './areas/venues/decide-association.ts'

/** The effects of paid or closed orders on what they buy. Other areas than payments own them. */
export const ORDER_EFFECTS: OrderEffects = {
  BALL_PUBLISH: publishEffect,
  BALL_SEAT: seatEffect,
  BALL_SWAP: swapEffect,
  CARD_TOP_UP: topUpEffect,
  STRINGING: stringingEffect,
  SHOP: shopEffect,
}

/** The effects of a decision about what a message asks. */
export const MESSAGE_EFFECTS: MessageEffects = {
  invitation: coachChangeEffect,
  class_objection: objectionEffect,
  venue_association: associationEffect,
  ball_request: requestEffect,
  ball_proposal: proposalEffect,
  ball_result: resultEffect,
}

/** A new coach gets the half-hours of their own classes and games, and a company of their own. */
export const coachEffect: CoachEffect = async (tx, { userId, nickname, now }) => {
  await claimAsCoach(tx, userId)
  await foundOwnCompany(tx, { companyName: nickname, adminId: userId, now })
}
