import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { QuestionsPage } from './questions-page'

const question = (over: object = {}) => ({
  ...{ id: '7', state: 'OPEN', kind: 'coach', objectId: '8', about: '苏晴', company: { id: '2', name: '青杉' } },
  ...{ coach: { id: '8', nickname: '苏晴', avatar: null }, asker: { id: '10', nickname: '林小北', avatar: null } },
  ...{ phone: null, text: '周末还能约吗？', answer: '', answeredBy: null, isLate: false, mayAnswer: true },
  ...{ dueAt: '2026-11-24T02:30:00.000Z', createTime: '2026-11-23T02:30:00.000Z', endedAt: null },
  ...over,
})
const GUEST = { id: '9', asker: null, coach: null, phone: '13800001234', isLate: true }
const listOf = (...rows: object[]) => ({ 'GET /company-questions': { data: rows, total: rows.length } })

test('a question is answered once in words, which stay when somebody was faster', async () => {
  let isAnswered = true
  const { heard, writes } = draw(<QuestionsPage />, {
    answers: {
      ...listOf(question(), question(GUEST)),
      'POST /company-questions/answer/7': () => (isAnswered ? refused('question_answered') : { data: question() }),
    },
  })
  await screen.findByText('13800001234')
  expect(shownRows().map((cells) => cells.slice(0, 2).concat(cells.slice(3)))).toEqual([
    ['周末还能约吗？关于 苏晴 · 教练 苏晴', '林小北', '2026-11-24 10:30 ', '答复'],
    ['周末还能约吗？关于 苏晴', '访客13800001234', '2026-11-24 10:30 超时', '已电话回复'],
  ])
  expect(heard.find(({ path }) => path === '/company-questions')?.query.get('state')).toBe('open')
  await userEvent.click(screen.getByRole('button', { name: '答复' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('只答复一次')
  fill([within(dialog).getByRole('textbox'), '周日上午可以'])
  await userEvent.click(within(dialog).getByRole('button', { name: '答复' }))
  await screen.findByText(refused('question_answered').refusal.msg)
  isAnswered = false
  await userEvent.click(within(dialog).getByRole('button', { name: '答复' }))
  await screen.findByText('已答复')
  const sent = ['POST /company-questions/answer/7', { answer: '周日上午可以' }]
  expect(writes()).toEqual([sent, sent])
})

test('a guest is marked as called after a question', async () => {
  const { writes } = draw(<QuestionsPage />, {
    answers: { ...listOf(question(GUEST)), 'POST /company-questions/answer/9': { data: question(GUEST) } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '已电话回复' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('已经打过 13800001234？')
  await userEvent.click(within(dialog).getByRole('button', { name: '已电话回复' }))
  await screen.findByText('已标为电话回复')
  expect(writes()).toEqual([['POST /company-questions/answer/9', {}]])
})

test.each([
  [{ state: 'ANSWERED', answer: '可以', answeredBy: '王启明' }, '已答复王启明可以'],
  [{ ...GUEST, state: 'CALLED', answeredBy: '王启明' }, '已电话回复王启明'],
  [{ state: 'CLOSED' }, '没有答复，已关闭'],
])('an ended question shows what came of it: %o', async (over, expected) => {
  const { heard } = draw(<QuestionsPage />, {
    at: '/questions?state=ended',
    answers: listOf(question({ mayAnswer: false, ...over })),
  })
  await screen.findByText(/周末还能约吗/)
  expect(shownRows()[0]?.slice(3)).toEqual([expected, ''])
  expect(heard.find(({ path }) => path === '/company-questions')?.query.get('state')).toBe('ended')
})

test('an empty inbox says so', async () => {
  draw(<QuestionsPage />, { answers: listOf() })
  await screen.findByText('没有待答复的咨询')
})
