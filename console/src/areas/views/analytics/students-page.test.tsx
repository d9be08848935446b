import { addDays, dayOf } from '@paidang/domain/kernel/day'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { draw } from '../../../testing/draw'
import { StudentsPage } from './students-page'

const STAFF = { role: 'company', companyId: '1' } as const
const today = dayOf(new Date())
const student = {
  contractId: '1',
  player: { id: '9', nickname: '陈默', avatar: null },
  phone: '139****0002',
  courseName: '成人私教',
  coachName: '顾南',
  remainingSessions: 3.5,
  availableSessions: 1.5,
  expiryDate: addDays(today, 12),
  lastClassDay: addDays(today, -33),
  nextClassDay: null,
  risks: ['AWAY', 'HOURS', 'EXPIRY'],
}
const answersOf = (rows: object[]) => ({
  'GET /analytics/coaches': { data: [{ id: '5', name: '顾南' }] },
  'GET /analytics/students-at-risk': { data: rows, total: rows.length },
})

test('a student at risk is listed with reason, coach, remaining hours and date', async () => {
  draw(<StudentsPage />, {
    staff: STAFF,
    answers: answersOf([student, { ...student, contractId: '2', lastClassDay: null }]),
  })
  expect((await screen.findAllByText('陈默')).length).toBe(2)
  const [, first, second] = screen.getAllByRole('row')
  expect(first?.textContent).toBe(
    `陈默139****000230天没上课课时将尽合同将到期成人私教顾南1.5 / 3.5${student.lastClassDay}（33 天前）—${student.expiryDate}（还有 12 天）`,
  )
  expect(second?.textContent).toContain('还没上过')
})

test('the filters of the address limit the list', async () => {
  const { heard } = draw(<StudentsPage />, {
    at: '/analytics/students?risk=HOURS&coachId=5&sort=lastClassDay&order=desc',
    staff: STAFF,
    answers: answersOf([student]),
  })
  await screen.findByText('陈默')
  const asked = heard.find(({ path }) => path === '/analytics/students-at-risk')
  expect(Object.fromEntries(asked?.query ?? [])).toMatchObject({
    risk: 'HOURS',
    coachId: '5',
    sort: 'lastClassDay',
    sord: 'desc',
  })
})

test('without students at risk the page says so', async () => {
  draw(<StudentsPage />, { staff: STAFF, answers: answersOf([]) })
  expect(await screen.findByText('没有需要关注的学员')).toBeTruthy()
})
