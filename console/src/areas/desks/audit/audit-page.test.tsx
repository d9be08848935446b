import type { AuditEntry } from '@paidang/api/areas/ground/admin-audit'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, refused, shownRows } from '../../../testing/draw'
import { changeOf } from './audit-labels'
import { AuditPage } from './audit-page'

const LIST = 'GET /admin/audit'

/** A payment of a player with a card, by default. */
const entry = (over: Partial<AuditEntry> = {}): AuditEntry => ({
  key: 'card-2',
  at: '2026-11-20T04:00:00.000Z',
  actor: { kind: 'user', id: '7', name: '林知夏' },
  action: 'card.PAY',
  object: { kind: 'card', id: '3', name: '8600000000000003' },
  about: { kind: 'order', id: '51' },
  from: null,
  to: null,
  amount: -12_000,
  after: 82_000,
  unit: 'fen',
  reason: '报名球局',
  summary: null,
  ...over,
})

test('actions of users, staff and the system are listed as text, with what they changed', async () => {
  const expiry = entry({
    key: 'class-1',
    actor: { kind: 'system', id: null, name: null },
    action: 'class.expire',
    object: { kind: 'class', id: '12', name: null },
    about: null,
    from: 'PENDING',
    to: 'EXPIRED',
    amount: null,
    after: null,
    unit: null,
    reason: '',
  })
  const action = entry({
    key: 'action-1',
    actor: { kind: 'staff', id: '1', name: '小周' },
    action: 'merchant.publish',
    object: { kind: 'merchant', id: '4', name: null },
    about: null,
    amount: null,
    after: null,
    unit: null,
    summary: '上架「弦音穿线工作室」',
  })
  draw(<AuditPage />, { answers: { [LIST]: { data: [entry(), expiry, action], total: 3 } } })
  await screen.findByText('林知夏')
  const [paid, expired, published] = shownRows().map(([, ...others]) => others)
  expect(paid).toEqual(['林知夏', '消费', '储值卡 3 8600000000000003', '-¥120，余 ¥820', '报名球局付款订单 51'])
  expect(expired).toEqual(['系统', '超时自动取消', '约课 12', '待确认 → 已过期', '—'])
  expect(published?.[0]).toBe('小周员工')
  expect(published?.at(-1)).toBe('上架「弦音穿线工作室」')
})

test.each([
  ['HOLD', 1.5, 5.5, '+1.5 课时，已预留 5.5'],
  ['VOID', -1.5, 0, '-1.5 课时，已预留 0'],
  ['CONSUME', -1.5, 6.5, '-1.5 课时，余 6.5'],
])('the balance of %s says whether hours are held or left', (kind, amount, after, expected) => {
  expect(changeOf(entry({ action: `contract.${kind}`, amount, after, unit: 'hours' }))).toBe(expected)
})

test('a name leads to all actions of that person, an object to its history', async () => {
  const { address, heard } = draw(<AuditPage />, { answers: { [LIST]: { data: [entry()], total: 1 } } })
  await userEvent.click(await screen.findByText('林知夏'))
  expect(address()).toBe('/audit?actorKind=user&actorId=7')
  expect(Object.fromEntries(heard.at(-1)?.query ?? [])).toMatchObject({ actorKind: 'user', actorId: '7' })
  expect(screen.getByText('付款订单 51').getAttribute('href')).toBe('/audit?objectKind=order&objectId=51')
})

test('an empty result for the address is reported', async () => {
  const asked = { objectKind: 'card', objectId: '3', action: 'card.PAY', from: '2026-11-01', to: '2026-11-30' }
  const { heard } = draw(<AuditPage />, {
    at: `/audit?${new URLSearchParams(asked)}`,
    answers: { [LIST]: { data: [], total: 0 } },
  })
  expect(await screen.findByText('没有符合条件的操作记录')).toBeTruthy()
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject(asked)
})

test('a failed read of the audit log shows the reason', async () => {
  draw(<AuditPage />, { answers: { [LIST]: refused('action_forbidden') } })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
})
