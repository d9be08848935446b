// What a lower area causes in those above it, which it does not import.
import { publishEffect } from './areas/activities/balls/create.ts'
import { seatEffect } from './areas/activities/balls/player-seats.ts'
import { proposalEffect } from './areas/activities/balls/proposals.ts'
import { requestEffect } from './areas/activities/balls/requests.ts'
import { resultEffect } from './areas/activities/balls/results.ts'
import { swapEffect } from './areas/activities/balls/swap-player.ts'
import { coachChangeEffect } from './areas/activities/classes/confirm.ts'
import { objectionEffect } from './areas/activities/classes/objections.ts'
import { returnToCompany } from './areas/activities/coach-leaves/cases.ts'
import { isPurchaseUsed, takeBackPurchase } from './areas/activities/course-refunds/course-refunds.ts'
import { shopEffect } from './areas/activities/shop/order.ts'
import { stringingEffect } from './areas/activities/stringing-orders/order.ts'
import { studentRequestEffect } from './areas/activities/student-requests/requests.ts'
import { trialEffect } from './areas/activities/trial-lessons/trials.ts'
import type { MessageEffects } from './areas/ground/messages/inbox.ts'
import { packageEffect } from './areas/money/packages/buy.ts'
import type { OrderEffects } from './areas/money/payments/order.ts'
import { topUpEffect } from './areas/money/top-ups/top-ups.ts'
import type { CoachEffect } from './areas/people/registration/registration.ts'
import { foundOwnCompany } from './areas/places/companies/found-own-company.ts'
import type { JoinEffect } from './areas/places/company-invitations/answer.ts'
import { associationEffect } from './areas/places/venues/associations.ts'
import { claimAsCoach } from './areas/time/schedule/claim-cells.ts'

/** The effects of paid or closed orders on what they buy. Other areas than payments own them. */
export const ORDER_EFFECTS: OrderEffects = {
  BALL_PUBLISH: publishEffect,
  BALL_SEAT: seatEffect,
  BALL_SWAP: swapEffect,
  CARD_TOP_UP: topUpEffect,
  STRINGING: stringingEffect,
  SHOP: shopEffect,
  TRIAL: trialEffect,
  COURSE: { ...packageEffect, isUsed: isPurchaseUsed, takeBack: takeBackPurchase },
}

/** The effects of a decision about what a message asks. */
export const MESSAGE_EFFECTS: MessageEffects = {
  invitation: coachChangeEffect,
  class_objection: objectionEffect,
  student_request: studentRequestEffect,
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

/** Students of a coach who had left the company are told that the coach is back. */
export const joinEffect: JoinEffect = returnToCompany
