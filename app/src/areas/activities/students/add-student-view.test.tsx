import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { allDone } from '../../../testing/all-done'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { AddStudentView } from './add-student-view'
import { openStudents } from './testing/given-student'

const PHONE = '13800000001'
const PLAYER = { id: '10', nickname: '林知夏', avatar: null, isMyStudent: false, isPhoneUnverified: false }

beforeEach(() => givenSession('20'))

const isSearch = ({ path }: FakeCall) => path.startsWith('/app-users/searchByPhone')
const isAdd = ({ path }: FakeCall) => path === '/user-relation/add-byCoach'

const search = async (answer: (call: FakeCall) => FakeAnswer | undefined, phone = PHONE) => {
  const calls = openStudents(<AddStudentView />, answer)
  await userEvent.type(screen.getByLabelText('学员的手机号'), phone)
  await userEvent.click(screen.getByRole('button', { name: '查找' }))
  return calls
}

test('an incomplete number starts no search', async () => {
  const calls = await search(() => undefined, '1380000')
  await screen.findByText('请输入 11 位手机号')
  expect(calls.some(isSearch)).toBe(false)
})

test.each(['138 0000 0001', '+86 138-0000-0001', '（+86）138 0000 0001', '１３８０００００００１'])(
  'a pasted number is searched for by its digits: %s',
  async (pasted) => {
    const calls = openStudents(<AddStudentView />, (call) => (isSearch(call) ? { data: PLAYER } : undefined))
    await userEvent.click(screen.getByLabelText('学员的手机号'))
    await userEvent.paste(pasted)
    await userEvent.click(screen.getByRole('button', { name: '查找' }))
    await screen.findByText('林知夏')
    expect(calls.filter(isSearch).map(({ path }) => path)).toEqual([`/app-users/searchByPhone/${PHONE}`])
  },
)

test.each([
  ['nobody', { status: 404, code: 'student_unknown', msg: '未找到该手机号对应的学员' }, '未找到该手机号对应的学员'],
  [
    'too often',
    { status: 429, code: 'student_search_too_often', msg: '查询过于频繁，请稍后再试' },
    '查询过于频繁，请稍后再试',
  ],
  ['oneself', { status: 400, code: 'student_is_oneself', msg: '不能添加自己为学员' }, '不能添加自己为学员'],
])('a search that finds %s says so', async (_case, answer, sentence) => {
  await search((call) => (isSearch(call) ? answer : undefined))
  await screen.findByText(sentence)
})

test('a search that fails for network reasons says so', async () => {
  await search((call) => {
    if (isSearch(call)) throw new TypeError('Failed to fetch')
    return undefined
  })
  await screen.findByText('网络错误，请稍后重试')
})

test('an unverified number is marked, with what to do about it', async () => {
  await search((call) => (isSearch(call) ? { data: { ...PLAYER, isPhoneUnverified: true } } : undefined))
  await screen.findByText('未验证')
  screen.getByText(/没有经过验证，可能不是本人的。请当面或电话核对/)
  screen.getByRole('button', { name: '添加林知夏' })
})

test('a found player is added once, and then their page opens', async () => {
  const calls = await search((call) => (isSearch(call) ? { data: PLAYER } : isAdd(call) ? { data: {} } : undefined))
  await userEvent.dblClick(await screen.findByRole('button', { name: '添加林知夏' }))
  await screen.findByText('添加成功')
  expect(calls.filter(isAdd).map(({ body }) => body)).toEqual([{ coachId: '20', playerId: '10' }])
  await userEvent.click(screen.getByRole('button', { name: '查看林知夏' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/coach/pages/student/index?userId=10' })
})

test('a player who already is the coach’s student is marked as such', async () => {
  await search((call) => (isSearch(call) ? { data: { ...PLAYER, isMyStudent: true } } : undefined))
  await screen.findByText('已是你的学员')
  expect(screen.queryByRole('button', { name: '添加林知夏' })).toBeNull()
})

test('a failure to add says so and can be repeated; a new search clears it', async () => {
  await search((call) => {
    if (isAdd(call)) throw new TypeError('Failed to fetch')
    return isSearch(call) ? { data: PLAYER } : undefined
  })
  await userEvent.click(await screen.findByRole('button', { name: '添加林知夏' }))
  await screen.findByText('添加失败，请稍后重试')
  expect(screen.getByRole('button', { name: '添加林知夏' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '查找' }))
  await screen.findByRole('button', { name: '添加林知夏' })
  expect(screen.queryByText('添加失败，请稍后重试')).toBeNull()
})

test('another number removes the result, and a late answer does not restore it', async () => {
  let answer: (given: FakeAnswer) => void = () => undefined
  openStudents(<AddStudentView />, () => undefined)
  vi.stubGlobal('fetch', (url: string) => {
    if (!url.includes('searchByPhone')) return Promise.resolve(new Response('{"success":true,"data":[]}'))
    return new Promise((resolve) => {
      answer = (given) => resolve(new Response(JSON.stringify({ success: true, code: 0, msg: '', ...given })))
    })
  })
  const field = screen.getByLabelText('学员的手机号')
  await userEvent.type(field, `${PHONE}{Enter}`)
  await waitFor(() => expect(screen.getByRole('button', { name: '查找' }).getAttribute('aria-busy')).toBe('true'))
  await userEvent.type(field, '{Backspace}')
  answer({ data: PLAYER })
  await allDone()
  expect(screen.queryByText('林知夏')).toBeNull()
})

test('a student without an id cannot be added', async () => {
  const calls = await search((call) => (isSearch(call) ? { data: { ...PLAYER, id: '' } } : undefined))
  await userEvent.click(await screen.findByRole('button', { name: '添加林知夏' }))
  await screen.findByText('未找到学员ID')
  expect(calls.some(isAdd)).toBe(false)
})
