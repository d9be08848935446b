import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { GamesOnCourts } from './games-on-courts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-23T18:30:00+08:00'))
  givenSession('10')
})

const game = (id: string, over: object = {}) => ({
  ...{ id, title: '周末双打', initiator: { id: '11', nickname: '陈默', avatar: null }, stadiumId: '3' },
  ...{
    stadiumName: '星湖网球中心',
    courtName: '1号场',
    activityDate: '2026-11-24',
    beginTimeSlot: 36,
    endTimeSlot: 40,
  },
  ...{ seatsTaken: 2, maxPlayers: 4, feeFen: 4_800, isPublic: true, status: 'OPEN' },
  ...over,
})

/** Sets up the games on the courts of venue 3. A cancelled one disappears. */
function givenGames(...games: { id: string }[]) {
  let rows = games
  return givenWorld({
    '/invitationball/by-manager/3': () => ({ data: rows, total: rows.length }),
    '/invitationball/call-off/51': () => {
      rows = rows.filter(({ id }) => id !== '51')
      return { data: null }
    },
  })
}
const reasons = (calls: ReturnType<typeof givenGames>) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body)

test('a manager cancels a game with a reason, once, and the list says so', async () => {
  const calls = givenGames(game('51'))
  const user = open(<GamesOnCourts stadiumId="3" />)
  await screen.findByText('1号场 · 陈默 发起 · 2/4 人 · ¥48')
  await user.click(screen.getByRole('button', { name: /^取消 .*18:00–20:00 的球局$/ }))
  await user.click(await screen.findByRole('button', { name: '取消球局' }))
  await screen.findByText('请填写取消原因')
  expect(reasons(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: '场地维修' }))
  expect(screen.queryByText('请填写取消原因')).toBeNull()
  await user.dblClick(screen.getByRole('button', { name: '取消球局' }))
  await screen.findByText('场地上还没有球局')
  await waitFor(() => expect(reasons(calls)).toEqual([{ reason: '场地维修' }]))
})

test('a game that has begun can no longer be cancelled', async () => {
  givenGames(game('51', { activityDate: '2026-11-23', feeFen: 0 }))
  open(<GamesOnCourts stadiumId="3" />)
  await screen.findByText('1号场 · 陈默 发起 · 2/4 人 · 免费')
  expect(screen.getByText('进行中')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^取消/ })).toBeNull()
})
