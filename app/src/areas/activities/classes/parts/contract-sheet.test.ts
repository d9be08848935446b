import { describe, expect, test } from 'vitest'
import { BY_COACH, givenContract, givenInfo, givenSeat, INVITED } from '../testing/given-invitation'
import {
  afterwards,
  contractsToTopUp,
  grantRefusal,
  priceText,
  sessionsForClass,
  studentsToContract,
} from './contract-sheet'

const ids = (people: { responderId: string }[]) => people.map(({ responderId }) => responderId)

describe('a contract is made', () => {
  test('only with the initiator in a player’s class', () => {
    const responsePlayers = [givenSeat(), givenSeat({ responderId: '11' })]
    expect(ids(studentsToContract(givenInfo('coach', { responsePlayers })))).toEqual(['10'])
  })

  test('with every payer in a coach’s class, those with too few hours first', () => {
    const joined = givenSeat({ responderId: '12', availableSessions: 0 })
    const gone = givenSeat({ responderId: '13', responseStatus: 'LEFT' })
    const info = givenInfo('coach', { invitation: BY_COACH, responsePlayers: [joined, INVITED, gone] })
    expect(ids(studentsToContract(info))).toEqual(['11', '12'])
  })
})

test('contracts of the course that are not over can be topped up, the one that ends last first', () => {
  const contracts = [
    givenContract({ id: '1' }),
    givenContract({ id: '2', expiryDate: '2027-09-01', contractStatus: 2 }),
    givenContract({ id: '3', contractStatus: 3 }),
    givenContract({ id: '4', courseId: '41' }),
  ]
  expect(contractsToTopUp(contracts, '40').map(({ id }) => id)).toEqual(['2', '1'])
})

test.each([
  [1.5, undefined, 1.5],
  [1.5, 1, 0.5],
  [1.5, 8, 0.5],
])('a class of %d on a contract with %s asks for %d', (consumed, availableSessions, sessions) => {
  const contract = availableSessions === undefined ? undefined : givenContract({ availableSessions })
  expect(sessionsForClass(consumed, contract)).toBe(sessions)
})

describe('the server’s refusals are predicted', () => {
  const lesson = { courseDate: '2026-11-22', consumedSessions: 1.5 }

  test.each([
    ['enough', { contract: undefined, sessions: 1.5, expiryDate: '2026-11-22' }, undefined],
    ['too few hours', { contract: undefined, sessions: 1, expiryDate: '2027-11-20' }, '缔约课时不足以支付这节课'],
    [
      'an end before the class',
      { contract: undefined, sessions: 5, expiryDate: '2026-11-21' },
      '合同有效期不能早于上课日期',
    ],
    ['a contract that lasts longer', { contract: givenContract(), sessions: 0.5, expiryDate: '2026-11-21' }, undefined],
  ])('%s', (_case, grant, refusal) => {
    expect(grantRefusal(grant, lesson)).toBe(refusal)
  })
})

test('the price line shows the sum and its calculation, with half hours of odd prices rounded to the fen', () => {
  expect(priceText(38000, 10)).toEqual({ sum: '¥3,800', how: '¥380 × 10 课时' })
  expect(priceText(33333, 0.5)).toEqual({ sum: '¥166.67', how: '¥333.33 × 0.5 课时' })
})

test('the hours left afterwards exclude what this class holds at once', () => {
  const grant = { contract: givenContract({ availableSessions: 0.5 }), sessions: 10, expiryDate: '2027-11-20' }
  expect(afterwards(grant, 1.5)).toBe('缔约后可用 9 课时，这节课预占 1.5')
  expect(afterwards({ ...grant, contract: undefined }, 0)).toBe('缔约后可用 10 课时')
})
