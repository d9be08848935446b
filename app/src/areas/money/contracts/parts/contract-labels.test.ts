import { expect, test } from 'vitest'
import { givenContract } from '../testing/given-contract'
import { companyTabs, contractFacts, contractHours, contractTag, tabOfCompany } from './contract-labels'

test('contracts are listed under their company, those with independent coaches together and last', () => {
  const tabs = companyTabs([
    givenContract('a', '7', { isPerson: true }),
    givenContract('b', '1'),
    givenContract('c', '2'),
    givenContract('d', '1'),
    givenContract('e', '8', { isPerson: true }),
  ])
  expect(tabs.map(({ text, contracts }) => [text, contracts.map(({ id }) => id).join('')])).toEqual([
    ['公司1', 'bd'],
    ['公司2', 'c'],
    ['个人教练', 'ae'],
  ])
  expect(tabOfCompany(tabs, '2')?.text).toBe('公司2')
  expect(tabOfCompany(tabs, '8')?.text).toBe('个人教练')
  expect(tabOfCompany(tabs, undefined)?.text).toBe('公司1')
  expect(tabOfCompany(tabs, undefined, 'c')?.text).toBe('公司2')
  expect(tabOfCompany([], '2')).toBeUndefined()
})

test('a contract shows its hours, price and end, and the three parts add up to the total', () => {
  const given = givenContract('a', '1')
  expect(contractFacts(given)).toEqual(['20 课时', '¥380 / 课时', '2027.03.31 到期'])
  expect(contractFacts({ ...given, priceRange: { min: 34_000, max: 38_050 } })[1]).toBe('¥340–380.50 / 课时')
  expect(contractHours(given)).toEqual([
    { name: '可用', value: '11' },
    { name: '已预占', value: '1.5' },
    { name: '已消课', value: '7.5' },
  ])
  const ended = { ...given, availableSessions: 0, heldSessions: 0, expiredSessions: 12.5 }
  expect(contractHours(ended)).toEqual([
    { name: '可用', value: '0' },
    { name: '已预占', value: '0' },
    { name: '已消课', value: '7.5' },
    { name: '已过期', value: '12.5' },
  ])
})

test.each([
  ['2026-12-05', 1, '生效中', 'lime'],
  ['2026-12-04', 1, '还有 14 天到期', 'wait'],
  ['2026-11-21', 1, '还有 1 天到期', 'wait'],
  ['2026-11-20', 1, '今天到期', 'wait'],
  ['2026-11-19', 3, '已过期', 'mute'],
  ['2026-11-19', 1, '已过期', 'mute'],
  ['2026-11-19', 2, '已用完', 'mute'],
  ['2027-03-31', 2, '已用完', 'mute'],
] as const)('until %s in status %d it reads %s', (expiryDate, contractStatus, text, kind) => {
  const now = new Date('2026-11-20T12:00:00+08:00')
  expect(contractTag({ expiryDate, contractStatus, refundedAt: null }, now)).toEqual({ text, kind })
})

test('a contract whose packages were paid back says so, while its last class is still to come', () => {
  const contract = { expiryDate: '2027-03-31', contractStatus: 3, refundedAt: '2026-11-20T04:00:00Z' }
  expect(contractTag(contract, new Date('2026-11-20T12:00:00+08:00'))).toEqual({ text: '已退课', kind: 'mute' })
})

test('a contract whose hours the desk took back does not say that they were given back', () => {
  const at = '2026-11-20T04:00:00Z'
  const contract = { expiryDate: '2027-03-31', contractStatus: 2, refundedAt: at, isCorrected: true } as const
  expect(contractTag(contract, new Date(at))).toEqual({ text: '已冲正', kind: 'mute' })
})
