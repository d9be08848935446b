import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { userCardPath } from '../../../paths'
import { useSession } from '../../../platform/session'
import { givenSession } from '../../../testing/fake-server'
import Taro, { fire } from '../../../testing/taro'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { BlacklistView } from './blacklist-view'

const entry = (id: string, nickname: string) => ({
  id,
  user: { id: `9${id}`, nickname, avatar: null },
  createTime: '2026-11-20T04:00:00Z',
})

beforeEach(() => givenSession('10'))

/** A blacklist on the server from which entries can be removed. */
function givenBlacklist(...names: string[]) {
  let entries = names.map((name, at) => entry(String(at + 1), name))
  return givenWorld({
    '/by-user/10': () => ({ data: entries }),
    '/delete/1': () => {
      entries = entries.filter(({ id }) => id !== '1')
      return { data: null }
    },
    '/removeAll': () => {
      entries = []
      return { data: null }
    },
  })
}
const deletes = (calls: ReturnType<typeof givenBlacklist>) =>
  calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path)

test('an entry is removed by one press, once, and the list says so', async () => {
  const calls = givenBlacklist('赵一鸣', '陈默')
  const user = open(<BlacklistView />)
  await user.dblClick(await screen.findByRole('button', { name: '移出赵一鸣' }))
  await screen.findByText('移出成功')
  await waitFor(() => expect(screen.queryByText('赵一鸣')).toBeNull())
  expect(screen.getByText('陈默')).toBeTruthy()
  expect(deletes(calls)).toEqual(['/app-user-blacklist/delete/1'])
})

test('all entries are removed after a question', async () => {
  const calls = givenBlacklist('赵一鸣', '陈默')
  const user = open(<BlacklistView />)
  await user.click(await screen.findByRole('button', { name: '清空黑名单' }))
  await user.click(await screen.findByRole('button', { name: '再想想' }))
  expect(deletes(calls)).toEqual([])
  await user.click(screen.getByRole('button', { name: '清空黑名单' }))
  await user.click(await screen.findByRole('button', { name: '清空' }))
  await screen.findByText('黑名单是空的')
  expect(deletes(calls)).toEqual(['/app-user-blacklist/removeAll'])
})

test('an entry leads to the card of that person', async () => {
  givenBlacklist('赵一鸣')
  const user = open(<BlacklistView />)
  await user.click(await screen.findByRole('button', { name: /^赵一鸣/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: userCardPath({ id: '91' }) })
})

test('pull-to-refresh reads it again', async () => {
  const calls = givenBlacklist()
  open(<BlacklistView />)
  await screen.findByText('黑名单是空的')
  fire('pull')
  await waitFor(() => expect(Taro.stopPullDownRefresh).toHaveBeenCalled())
  expect(calls.filter(({ path }) => path.endsWith('/by-user/10'))).toHaveLength(2)
})

test('a failed read has a message of its own', async () => {
  givenWorld({
    '/by-user/10': () => {
      throw new TypeError('Failed to fetch')
    },
  })
  open(<BlacklistView />)
  await screen.findByText('获取黑名单失败')
})

test('an entry that cannot be removed stays, with the reason', async () => {
  givenWorld({
    '/by-user/10': () => ({ data: [entry('1', '赵一鸣')] }),
    '/delete/1': () => ({ status: 404, code: 'blacklist_not_found', msg: '记录不存在' }),
  })
  const user = open(<BlacklistView />)
  await user.click(await screen.findByRole('button', { name: '移出赵一鸣' }))
  await screen.findByText('记录不存在')
  expect(screen.getByText('赵一鸣')).toBeTruthy()
})

test('without a stored user the page says so, and leads to the log-in', () => {
  useSession.setState({ userId: null })
  render(<BlacklistView />)
  expect(screen.getByText('用户未登录')).toBeTruthy()
  expect(screen.getByRole('button', { name: '登录' })).toBeTruthy()
})
