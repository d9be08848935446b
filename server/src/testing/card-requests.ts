import { get, on, type RequestOf, send } from './sweep-request.ts'

/** How tests send the calls about stored-value cards. */
export const CARD_REQUESTS: Record<string, RequestOf> = {
  'GET /stored-card/user/{userId}': get(({ owner }) => `/stored-card/user/${owner}`),
  'GET /stored-card/transactions/card/{cardId}': on('/stored-card/transactions/card', ({ card }) => card.cardId),
  'GET /stored-card/months/card/{cardId}': on('/stored-card/months/card', ({ card }) => card.cardId),
  'GET /stored-card/file/card/{cardId}': ({ card: { cardId } }) => ({
    path: `/stored-card/file/card/${cardId}?format=csv`,
    privateId: cardId,
  }),
  'GET /stored-card/plans': get(() => '/stored-card/plans'),
  'POST /stored-card/top-up': send('/stored-card/top-up', ({ card: { cardId } }) => ({ planId: '200', cardId })),
  'GET /stored-card/withdrawals/card/{cardId}': on('/stored-card/withdrawals/card', ({ card }) => card.cardId),
  'POST /stored-card/withdraw': send('/stored-card/withdraw', ({ card }) => ({ ...card, refundFen: 80_000 })),
}
