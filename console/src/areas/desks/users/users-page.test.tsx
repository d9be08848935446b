import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { DuplicatesPage } from './merge-pages'
import { UsersPage } from './users-page'

const user = (over: object = {}) => ({
  id: '7',
  nickname: '林知夏',
  avatar: null,
  userType: 0,
  phone: '138****0001',
  username: 'player',
  state: 'NORMAL',
  createdAt: '2026-11-01T04:00:00.000Z',
  lastSeenAt: null,
  ...over,
})

test('users are listed as the server returned them; a user without a visit has no time of one', async () => {
  draw(<UsersPage />, {
    answers: {
      'GET /admin/users/query': {
        data: [user(), user({ id: '8', nickname: '低价代练', userType: 1, state: 'SUSPENDED' })],
        total: 10_001,
      },
    },
  })
  await screen.findByText('林知夏')
  const rows = screen.getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['7', '林知夏', '138****0001', 'player', '球员', '正常', '2026-11-01 12:00:00', '—'],
    ['8', '低价代练', '138****0001', 'player', '教练', '已停用', '2026-11-01 12:00:00', '—'],
  ])
  expect(screen.getByText('超过 1 万条')).toBeTruthy()
})

test('a row opens with Enter, and filters of the address are sent', async () => {
  const keyboard = userEvent.setup()
  const { heard, address } = draw(<UsersPage />, {
    at: '/users?keyword=0001&state=NORMAL&from=2026-11-01&until=2026-11-30&sort=lastSeenAt&order=asc',
    answers: { 'GET /admin/users/query': { data: [user()], total: 1 } },
  })
  const row = (await screen.findByText('林知夏')).closest('tr')
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({
    keyword: '0001',
    state: 'NORMAL',
    from: '2026-11-01',
    until: '2026-11-30',
    sort: 'lastSeenAt',
    sord: 'asc',
  })
  row?.querySelector('a')?.focus()
  await keyboard.keyboard('{Enter}')
  expect(address()).toBe('/users/7')
})

test('accounts with the same number lead to their comparison', async () => {
  const mouse = userEvent.setup()
  const pair = {
    claimant: user({ id: '9', nickname: '微信用户0427' }),
    holder: user(),
    claimedAt: '2026-11-02T04:00:00.000Z',
  }
  const { address } = draw(<DuplicatesPage />, {
    answers: { 'GET /admin/users/duplicates': { data: [pair], total: 1 } },
  })
  await screen.findByText('林知夏（编号 7）')
  await mouse.click(screen.getByRole('link', { name: '对比' }))
  expect(address()).toBe('/users/merge?from=9&into=7')
})
