import { expect, test } from 'vitest'
import { givenOrder, PEOPLE } from '../testing/given-ball'
import { proposalText } from './ball-cards'

const seenBy = (userId: string | null, role: 'initiator' | 'participant' = 'participant') => ({ userId, role })

const swap = {
  id: '8',
  kind: 'SWAP' as const,
  out: PEOPLE['11'],
  in: PEOPLE['10'],
  hasOutAgreed: false,
  hasInAgreed: false,
  order: null,
}

test('a swap waits for both players, and asks each of them', () => {
  expect(proposalText(swap, seenBy('10'))).toEqual({
    title: '陈默 换成 林知夏',
    line: '等待 陈默、林知夏 同意',
    action: 'decide',
  })
  expect(proposalText({ ...swap, hasOutAgreed: true }, seenBy('11'))).toMatchObject({
    line: '等待 林知夏 同意',
    action: undefined,
  })
})

test('a player who agreed and has to pay gets the button to pay; the others see that it waits for the payment', () => {
  const agreed = { ...swap, hasOutAgreed: true, hasInAgreed: true }
  expect(proposalText({ ...agreed, order: givenOrder() }, seenBy('10'))).toMatchObject({
    line: '等待支付',
    action: 'pay',
  })
  expect(proposalText(agreed, seenBy('20'))).toMatchObject({ line: '等待 林知夏 支付', action: undefined })
})

test('a player who is to take over a game has to agree', () => {
  const handOver = { ...swap, kind: 'HAND_OVER' as const, out: null }
  expect(proposalText(handOver, seenBy('10'))).toEqual({
    title: '转让给 林知夏',
    line: '等待 林知夏 同意',
    action: 'decide',
  })
  expect(proposalText(handOver, seenBy(null)).action).toBeUndefined()
})

test('the initiator withdraws an undecided proposal', () => {
  expect(proposalText(swap, seenBy('12', 'initiator')).action).toBe('withdraw')
  expect(proposalText(swap, seenBy('10', 'initiator')).action).toBe('decide')
})
