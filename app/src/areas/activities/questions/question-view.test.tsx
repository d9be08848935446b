import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { coachPagePath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { freshCacheWithFeatures, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { QuestionView } from './question-view'

const question = (over: object = {}) => ({
  ...{ id: '7', state: 'OPEN', kind: 'coach', objectId: '20', about: '王启明', company: { id: '2', name: '青杉' } },
  ...{ coach: null, asker: { id: '10', nickname: '林知夏', avatar: null }, phone: null, text: '周末还能约吗？' },
  ...{ answer: '', answeredBy: null, isLate: false, mayAnswer: false, createTime: '2026-11-20T01:00:00.000Z' },
  ...{ dueAt: '2026-11-21T01:00:00.000Z', endedAt: null },
  ...over,
})

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T10:00:00+08:00'))
  givenSession('10')
})

/** Opens a question of which the server knows this, and after an answer that. */
function open(before: object, after: object = before) {
  const calls = givenServer(({ method }) => ({ data: method === 'GET' && calls.length === 1 ? before : after }))
  render(
    <QueryClientProvider client={freshCacheWithFeatures()}>
      <QuestionView id="7" />
    </QueryClientProvider>,
  )
  return () => calls.filter(({ method }) => method !== 'GET').map(({ path, body }) => ({ path, body }))
}

test.each([
  [{}, '等答复，最晚 11.21 09:00'],
  [{ isLate: true }, '已过答复时间，已提醒对方'],
  [{ state: 'CLOSED' }, '没有等到答复，可以再问一次'],
])('its asker reads how it stands: %o', async (over, text) => {
  open(question(over))
  await screen.findByText(text)
  expect(screen.getByText('我的问题')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: /^王启明/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: coachPagePath('20') })
})

test('the answer stands with who gave it, and one can ask again', async () => {
  open(question({ state: 'ANSWERED', answer: '周日上午可以', answeredBy: '王启明' }))
  await screen.findByText('周日上午可以')
  expect(screen.getByText('已答复')).toBeTruthy()
  expect(screen.getByRole('button', { name: /咨询/ })).toBeTruthy()
})

test('who answers writes once, and then reads that it is answered', async () => {
  givenSession('20')
  const open_ = question({ mayAnswer: true })
  const sent = open(open_, question({ state: 'ANSWERED', answer: '可以', answeredBy: '王启明' }))
  await screen.findByText('请在 11.21 09:00 前答复')
  expect(screen.getByText('对方的问题')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox'), '可以')
  await userEvent.click(screen.getByRole('button', { name: '答复' }))
  await screen.findByText('已答复')
  expect(sent()).toEqual([{ path: '/questions/answer/7', body: { answer: '可以' } }])
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
})

test('a guest is called and marked so', async () => {
  givenSession('20')
  const guest = { asker: null, phone: '13800001234' }
  const sent = open(question({ ...guest, mayAnswer: true }), question({ ...guest, state: 'CALLED' }))
  await screen.findByText('访客，等您回电话')
  await userEvent.click(screen.getByRole('button', { name: '已电话回复' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: '已电话回复' })).toBeNull())
  expect(sent()).toEqual([{ path: '/questions/answer/7', body: {} }])
})

test('without an account the page leads to the log-in', async () => {
  endSession()
  open(question())
  expect(await screen.findByRole('button', { name: '登录' })).toBeTruthy()
})
