import { CARD_NAME, cardNoOf, isTooFullFor, planPaidWith } from '@paidang/domain/areas/cards/stored-card'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { notify } from '../../ground/messages/notify.ts'
import { insertCard, lockCard } from '../cards/card-ledger.ts'
import { creditCard } from '../cards/credit-card.ts'
import type { OrderEffect } from '../payments/order.ts'

/**
 * The effect of a paid top-up. It adds principal and gift to the card, or issues the card with the id that the order
 * reserved. The payment is refused if the card is too full by now, or if the plan is no longer sold.
 *
 * Source: decision "Hours and money"
 */
export const topUpEffect: OrderEffect = {
  async paid(tx, { id: orderId, objectId: cardId, userId, amountFen }, now) {
    const plan = planPaidWith(amountFen)
    if (!plan) return 'refused'
    const { principalFen, giftFen } = plan
    const cause = { orderId, reference: `order:${orderId}`, reason: '充值', actorId: userId, now }
    const card = await lockCard(tx, cardId, userId)
    if (card && isTooFullFor(card, plan)) return 'refused'
    if (card) {
      await creditCard(tx, { cardId, kind: 'TOP_UP', principalFen, giftFen, ...cause })
    } else {
      const face = { id: cardId, userId, cardNo: cardNoOf(cardId), name: CARD_NAME }
      await insertCard(tx, { ...face, kind: 'TOP_UP', principalFen, giftFen, ...cause })
    }
    const gift = giftFen > 0 ? `，赠送 ¥${yuanOf(giftFen)}` : ''
    await notify(tx, {
      receiverIds: [userId],
      senderId: null,
      category: 'systemNotice',
      title: '储值卡充值成功',
      content: `充值 ¥${yuanOf(principalFen)}${gift}`,
      about: { kind: 'card', id: cardId },
    })
    return 'done'
  },
  async closed() {
    // An unpaid top-up holds nothing, so there is nothing to release.
  },
}
