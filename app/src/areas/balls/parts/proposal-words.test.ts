import { expect, test } from 'vitest'
import { givenOrder, PEOPLE } from '../testing/given-ball'
import { proposalWords } from './proposal-words'

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
  expect(proposalWords(swap, '10')).toEqual({
    title: '陈默 换成 林知夏',
    line: '等待 陈默、林知夏 同意',
    deed: 'decide',
  })
  expect(proposalWords({ ...swap, hasOutAgreed: true }, '11')).toMatchObject({
    line: '等待 林知夏 同意',
    deed: undefined,
  })
})

test('who agreed and has to pay is led to it; the others see that it waits for that', () => {
  const agreed = { ...swap, hasOutAgreed: true, hasInAgreed: true }
  expect(proposalWords({ ...agreed, order: givenOrder() }, '10')).toMatchObject({ line: '等待支付', deed: 'pay' })
  expect(proposalWords(agreed, '20')).toMatchObject({ line: '等待 林知夏 支付', deed: undefined })
})

test('a game is handed over to one who has to agree', () => {
  const handOver = { ...swap, kind: 'HAND_OVER' as const, out: null }
  expect(proposalWords(handOver, '10')).toEqual({ title: '转让给 林知夏', line: '等待 林知夏 同意', deed: 'decide' })
  expect(proposalWords(handOver, null).deed).toBeUndefined()
})
