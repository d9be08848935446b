import { expect, test } from 'vitest'
import { givenOrder, PEOPLE } from '../testing/given-ball'
import { proposalWords } from './proposal-words'

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

test('a swap waits for both, and asks each of them', () => {
  expect(proposalWords(swap, seenBy('10'))).toEqual({
    title: '陈默 换成 林知夏',
    line: '等待 陈默、林知夏 同意',
    action: 'decide',
  })
  expect(proposalWords({ ...swap, hasOutAgreed: true }, seenBy('11'))).toMatchObject({
    line: '等待 林知夏 同意',
    action: undefined,
  })
})

test('who agreed and has to pay is led to it; the others see that it waits for that', () => {
  const agreed = { ...swap, hasOutAgreed: true, hasInAgreed: true }
  expect(proposalWords({ ...agreed, order: givenOrder() }, seenBy('10'))).toMatchObject({
    line: '等待支付',
    action: 'pay',
  })
  expect(proposalWords(agreed, seenBy('20'))).toMatchObject({ line: '等待 林知夏 支付', action: undefined })
})

test('a game is handed over to one who has to agree', () => {
  const handOver = { ...swap, kind: 'HAND_OVER' as const, out: null }
  expect(proposalWords(handOver, seenBy('10'))).toEqual({
    title: '转让给 林知夏',
    line: '等待 林知夏 同意',
    action: 'decide',
  })
  expect(proposalWords(handOver, seenBy(null)).action).toBeUndefined()
})

test('the initiator takes back what nobody has decided', () => {
  expect(proposalWords(swap, seenBy('12', 'initiator')).action).toBe('withdraw')
  expect(proposalWords(swap, seenBy('10', 'initiator')).action).toBe('decide')
})
