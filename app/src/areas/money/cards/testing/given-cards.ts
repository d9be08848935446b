import type { CardTransaction, StoredCard } from '@paidang/api/areas/money/cards'
import { type FakeAnswer, type FakeCall, givenServer } from '../../../../testing/fake-server'

/** A card with ¥780 of principal and ¥20 of gift. */
export const givenCard = (over: Partial<StoredCard> = {}): StoredCard => ({
  id: '5',
  cardNo: '8600000000000005',
  name: '拍档储值卡',
  balanceFen: 80_000,
  principalFen: 78_000,
  giftFen: 2_000,
  createTime: '2026-10-01T02:00:00.000Z',
  ...over,
})

/** A payment of ¥55 for a game, in November. */
export const givenMovement = (seq: number, over: Partial<CardTransaction> = {}): CardTransaction => ({
  seq,
  kind: 'PAY',
  amountFen: -5_500,
  principalChange: -5_500,
  giftChange: 0,
  balanceAfterFen: 80_000,
  principalAfter: 78_000,
  giftAfter: 2_000,
  reason: '固定双打老友局',
  order: { id: '31', title: '固定双打老友局', object: { kind: 'ball', id: '9' } },
  createTime: '2026-11-20T01:36:00.000Z',
  ...over,
})

/** The top-up of ¥500 with ¥20 of gift, in October. */
export const TOP_UP = givenMovement(1, {
  kind: 'TOP_UP',
  amountFen: 52_000,
  principalChange: 50_000,
  giftChange: 2_000,
  reason: '充值',
  order: { id: '30', title: '储值卡充值 ¥500', object: { kind: 'card', id: '5' } },
  createTime: '2026-10-12T02:00:00.000Z',
})

/** The server's answers by the beginning of the path; other paths are empty. */
export type CardWorld = Record<string, FakeAnswer | ((call: FakeCall) => FakeAnswer | Promise<FakeAnswer>)>

const USUAL: CardWorld = {
  '/stored-card/user': { data: [givenCard()] },
  '/stored-card/transactions': { data: [givenMovement(2), TOP_UP], total: 2 },
  '/stored-card/months': {
    data: [
      { month: '2026-11', inFen: 0, outFen: 5_500 },
      { month: '2026-10', inFen: 52_000, outFen: 0 },
    ],
  },
  '/stored-card/plans': {
    data: [
      { id: '200', principalFen: 20_000, giftFen: 0 },
      { id: '500', principalFen: 50_000, giftFen: 2_000 },
    ],
  },
  '/stored-card/withdrawals': { data: [] },
  '/stored-card/top-up': { data: { id: '77' } },
}

/** A server with one card; `over` replaces answers. */
export function givenCardServer(over: CardWorld = {}): FakeCall[] {
  const world = { ...USUAL, ...over }
  return givenServer((call) => {
    const [, answer] = Object.entries(world).find(([path]) => call.path.startsWith(path)) ?? []
    if (!answer) throw new Error(`nobody answers ${call.path}`)
    return typeof answer === 'function' ? answer(call) : answer
  })
}

export const FAILED: FakeAnswer = { status: 500, code: 'unexpected', msg: '服务器开小差了，请稍后再试' }
