import type { CoursePage } from '@paidang/api/areas/views/coach-pages'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { coachesPath, questionPath } from '../../../paths'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import Taro from '../../../testing/taro'
import { givenWorld, open, posts } from '../cashier/testing/open-payments'
import { CoursePageView } from './course-page-view'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
})
afterEach(() => endSession())

const COURSE: CoursePage = {
  ...{ id: '7', courseName: '成人私教 1 对 1', companyId: '5', companyName: '青杉网球俱乐部' },
  ...{ courseDescription: '从握拍到实战', pricePerSession: 42_000, sessionDuration: 60, maxParticipants: 1 },
  isTrial: false,
  isTrialUsed: false,
}
const given = (course: () => FakeAnswer, ask: () => FakeAnswer | Promise<FakeAnswer> = () => ({ data: {} })) =>
  givenWorld({
    '/coach-pages/course/7': course,
    '/coach-pages/list': () => ({ data: [], total: 0 }),
    '/user-course-contract/by-user/10': () => ({ data: [] }),
    '/questions/ask': ask,
  })
const show = () => open(<CoursePageView courseDesignId="7" />)

test.each([
  [{}, ['¥420 每课时', '60 分钟', '一对一']],
  [{ isTrial: true, maxParticipants: 4 }, ['首次体验，每人一次', '¥420，含场地费', '最多 4 人']],
  [{ isTrial: true, isTrialUsed: true }, ['你在这家俱乐部的体验课已经用过', '¥420，含场地费']],
])('everybody reads what a course costs and for how many it is: %o', async (over, texts) => {
  given(() => ({ data: { ...COURSE, ...over } }))
  show()
  await screen.findByText('成人私教 1 对 1')
  for (const text of texts) expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('从握拍到实战')).toBeTruthy()
})

test('a course that is gone leads to coaches, a failure to another try', async () => {
  let answer: FakeAnswer = { status: 500, code: 'unexpected', msg: '' }
  given(() => answer)
  const user = show()
  await screen.findByText('课程没有取到')
  answer = { status: 404, code: 'course_not_found', msg: '课程不存在' }
  await user.click(screen.getByRole('button', { name: '重试' }))
  await user.click(await screen.findByRole('button', { name: '找教练' }))
  expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: coachesPath() })
})

const ask = async (user: ReturnType<typeof open>, text: string) => {
  await user.click(await screen.findByRole('button', { name: '咨询成人私教 1 对 1' }))
  const sheet = within(await screen.findByRole('dialog', { name: '咨询成人私教 1 对 1' }))
  await user.click(sheet.getByRole('button', { name: /发出问题/ }))
  await user.type(sheet.getByRole('textbox', { name: '想问什么' }), text)
  return sheet
}

test('a guest asks with a number and is called; a press that is twice sends once', async () => {
  const { released, release } = held()
  const calls = given(
    () => ({ data: COURSE }),
    () => released.then(() => ({ data: { id: null, dueAt: '2026-11-21T04:00:00.000Z' } })),
  )
  const user = show()
  const sheet = await ask(user, '零基础可以吗？')
  await user.click(sheet.getByRole('button', { name: /发出问题/ }))
  await user.type(sheet.getByRole('textbox', { name: '手机号' }), '1380000123')
  await user.click(sheet.getByRole('button', { name: /发出问题/ }))
  expect(sheet.getByText('请输入正确的手机号')).toBeTruthy()
  await user.type(sheet.getByRole('textbox', { name: '手机号' }), '4')
  await user.dblClick(sheet.getByRole('button', { name: /发出问题/ }))
  release()
  const done = within(await screen.findByRole('dialog', { name: '问题已发出' }))
  expect(done.getByText(/打电话答复您，请留意来电/)).toBeTruthy()
  await user.click(done.getByRole('button', { name: '知道了' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(posts(calls, '/questions/ask').map(({ body }) => body)).toEqual([
    { kind: 'course', objectId: '7', text: '零基础可以吗？', phone: '13800001234' },
  ])
})

test('who is logged in leaves no number, reads a refusal beside the words, and then sees the question', async () => {
  givenSession('10')
  let answer: FakeAnswer = { status: 429, code: 'questions_too_many', msg: '今天问得太多' }
  const calls = given(
    () => ({ data: COURSE }),
    () => answer,
  )
  const user = show()
  const sheet = await ask(user, '周末还有位置吗？')
  expect(sheet.queryByRole('textbox', { name: '手机号' })).toBeNull()
  await user.click(sheet.getByRole('button', { name: /发出问题/ }))
  await sheet.findByText(/今天问得太多/)
  answer = { data: { id: '6', dueAt: '2026-11-21T04:00:00.000Z' } }
  await user.click(sheet.getByRole('button', { name: /发出问题/ }))
  await user.click(await screen.findByRole('button', { name: '查看问题' }))
  await waitFor(() => expect(Taro.navigateTo).toHaveBeenLastCalledWith({ url: questionPath('6') }))
  expect(posts(calls, '/questions/ask')[1]?.body).toEqual({ kind: 'course', objectId: '7', text: '周末还有位置吗？' })
})
