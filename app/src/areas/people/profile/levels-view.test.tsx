import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import { givenWorld, open } from '../../views/cashier/testing/open-payments'
import { LevelsView } from './levels-view'
import { givenChange, givenPlayer } from './testing/given-player'

const COACH = { id: '20', nickname: '王启明', avatar: null }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-22T12:00:00+08:00'))
  givenSession('10')
})

function givenLevels(answer: () => FakeAnswer, userId = '10') {
  return givenWorld({
    [`/levels/${userId}`]: answer,
    [`/get-plaperVO/${userId}`]: () => ({ data: givenPlayer({ id: userId, level: 3 }) }),
  })
}

test('the page shows the level, its basis, and each change', async () => {
  const rows = [
    givenChange({ id: '3', source: 'RESULTS', level: 4, createTime: '2026-11-20T04:00:00Z' }),
    givenChange({
      id: '2',
      source: 'COACH',
      by: COACH,
      level: 3.5,
      note: '发球稳了',
      createTime: '2026-11-10T04:00:00Z',
    }),
    givenChange({ id: '1', level: 4 }),
  ]
  givenLevels(() => ({ data: rows, total: 3 }))
  open(<LevelsView />)
  const items = await screen.findAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    '战绩变化11.20 12:004.0+0.5',
    '教练 王启明 评定11.10 12:00 发球稳了3.5−0.5',
    '自己填写11.1 12:004.0',
  ])
  expect(screen.getByText(/随已确认的比分变化的等级/)).toBeTruthy()
})

test('further pages are fetched one by one', async () => {
  const calls = givenWorld({
    '/levels/10': ({ path }) => {
      const isFirst = path.includes('current=1')
      const first = Array.from({ length: 10 }, (_, at) => givenChange({ id: String(20 - at) }))
      return { data: isFirst ? first : [givenChange({ id: '1' })], total: 11 }
    },
  })
  const user = open(<LevelsView />)
  await user.click(await screen.findByRole('button', { name: '加载更多' }))
  await screen.findByText('没有更多数据了')
  expect(screen.getAllByRole('listitem')).toHaveLength(11)
  expect(calls.filter(({ path }) => path.includes('/levels/')).map(({ path }) => path)).toHaveLength(2)
})

test('a level without changes is shown too', async () => {
  givenLevels(() => ({ data: [], total: 0 }))
  open(<LevelsView />)
  await screen.findByText('还没有变化')
  await screen.findByText('3.0')
})

test('a failed read is reported, and can be repeated', async () => {
  let tries = 0
  givenLevels(() => {
    tries += 1
    return tries === 1 ? { status: 404, code: 'user_not_found', msg: '用户不存在' } : { data: [], total: 0 }
  })
  const user = open(<LevelsView />)
  await screen.findByText('用户不存在')
  await user.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('还没有变化')
})

test('a coach reads the same of a student, without the student’s own actions', async () => {
  givenSession('20')
  givenLevels(() => ({ data: [givenChange()], total: 1 }))
  open(<LevelsView userId="10" />)
  await screen.findAllByText('自己填写')
  expect(screen.queryByText(/可以在个人资料里修改/)).toBeNull()
})

test('a guest is led to the log-in', async () => {
  endSession()
  open(<LevelsView />)
  expect(screen.getByText('登录后查看')).toBeTruthy()
})
