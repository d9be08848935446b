import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import { openStudents } from '../students/testing/given-student'
import { ClaimView } from './claim-view'

beforeEach(() => givenSession('10'))

const student = (id: string, name: string, remainingSessions: number, state = 'WAITING') => ({
  id,
  name,
  state,
  remainingSessions,
  contracts: [
    { id: `c${id}`, courseName: '成人私教', coachName: '王启明', remainingSessions, expiryDate: '2027-05-31' },
  ],
  used: [],
})
const GROUP = {
  company: { id: '1', name: '青杉网球俱乐部' },
  registeredBy: '王启明',
  registeredAt: '2026-11-22T02:00:00Z',
  students: [student('71', '孟晴', 12), student('72', '孟小禾', 9.5)],
}
const isAnswer = ({ path }: FakeCall) => path === '/roster/claims/answer'

const open = (answer: (call: FakeCall) => FakeAnswer | undefined = () => undefined) =>
  openStudents(
    <ClaimView />,
    (call) => answer(call) ?? (call.path === '/roster/claims' ? { data: [GROUP] } : undefined),
  )

test('every student gets an answer before anything is claimed, and nobody is two of them', async () => {
  const calls = open((call) => (isAnswer(call) ? { data: [] } : undefined))
  await screen.findByText('您是青杉网球俱乐部的学员吗？')
  expect(screen.getByRole('button', { name: '还有 2 位没选' })).toBeTruthy()
  const [first, second] = screen.getAllByRole('radio', { name: '是我自己' })
  await userEvent.click(first as HTMLElement)
  await userEvent.click(second as HTMLElement)
  await screen.findByRole('button', { name: '只能有一位是您自己' })
  await userEvent.click(screen.getAllByRole('radio', { name: '我的孩子' })[1] as HTMLElement)
  await screen.findByText('21.5')
  await screen.findByText('孟小禾由教练继续代约')
  await userEvent.click(screen.getByRole('button', { name: '认领课时' }))
  await screen.findByText('已认领 21.5 课时')
  expect(calls.find(isAnswer)?.body).toEqual({
    answers: [
      { id: '71', answer: 'SELF', remainingSessions: 12 },
      { id: '72', answer: 'CHILD', remainingSessions: 9.5 },
    ],
  })
})

test('a refusal stays on the page in words', async () => {
  open((call) => (isAnswer(call) ? { status: 409, code: 'roster_withdrawn', msg: '俱乐部已撤回这份登记' } : undefined))
  await screen.findByText('您是青杉网球俱乐部的学员吗？')
  for (const one of screen.getAllByRole('radio', { name: '不认识' })) await userEvent.click(one)
  await userEvent.click(screen.getByRole('button', { name: '认领课时' }))
  expect((await screen.findAllByText('俱乐部已撤回这份登记')).length).toBeGreaterThan(0)
})

test('a child that is claimed by a code stands among the children, and the used code asks nothing again', async () => {
  const found = { ...GROUP, students: [student('71', '孟晴', 12)] }
  let isClaimed = false
  const calls = open((call) => {
    if (isAnswer(call)) isClaimed = true
    if (call.path === '/roster/claims/find')
      return isClaimed ? { status: 404, code: 'roster_code_unknown', msg: '认领码不对或已过期' } : { data: found }
    const guarded = { ...GROUP, students: [student('71', '孟晴', 12, 'GUARDED')] }
    return { data: isClaimed ? [guarded] : [] }
  })
  const find = async () => {
    await userEvent.type(await screen.findByLabelText('认领码'), 'KLMN2345')
    await userEvent.click(screen.getByRole('button', { name: '查找' }))
  }
  await find()
  await userEvent.click(await screen.findByRole('radio', { name: '我的孩子' }))
  await userEvent.click(screen.getByRole('button', { name: '认领课时' }))
  await screen.findByText('我的孩子 · 青杉网球俱乐部')
  expect(screen.queryByText('您是青杉网球俱乐部的学员吗？')).toBeNull()
  expect(screen.queryByText('认领码不对或已过期')).toBeNull()
  await find()
  await screen.findByText('认领码不对或已过期')
  expect(screen.queryByText('您是青杉网球俱乐部的学员吗？')).toBeNull()
  expect(calls.filter(isAnswer)).toHaveLength(1)
})

test('a code that a coach showed finds what a club keeps, and no stranger is asked to deny it', async () => {
  open((call) => {
    if (call.path === '/roster/claims') return { data: [] }
    return call.path === '/roster/claims/find'
      ? { data: { ...GROUP, students: [student('71', '孟晴', 12)] } }
      : undefined
  })
  await userEvent.type(await screen.findByLabelText('认领码'), 'klmn-2345')
  await userEvent.click(screen.getByRole('button', { name: '查找' }))
  await screen.findByText('您是青杉网球俱乐部的学员吗？')
  expect(screen.queryByRole('radio', { name: '不认识' })).toBeNull()
})
