import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { PoliciesPage } from './policies-page'

const counted = (times: number) => ({ times, days: 90 })
const terms = {
  tiers: [
    { hours: 24, percent: 50 },
    { hours: 2, percent: 100 },
  ],
  percents: { late: 100, absent: 100, leave: 0 },
  forgiven: { cancel: counted(1), late: counted(0), absent: counted(0), leave: counted(0) },
  coachAbsentHalves: 1,
}
const version = { version: 1, terms, madeBy: '王启明', createTime: '2026-11-01T00:00:00.000Z' }
const policies = {
  rule: { freeCancelHours: 24, forgivenLateCancels: 1 },
  policies: [
    { courseId: null, courseName: null, version: 1, terms, versions: [version] },
    { courseId: '9', courseName: '成人私教', version: 0, terms: null, versions: [] },
  ],
}
const READ = 'GET /policies/managed'
const at = { at: '/policies', staff: { role: 'company' as const } }

test('the policy of the company and of each course, with three examples that follow what is typed', async () => {
  draw(<PoliciesPage />, { ...at, answers: { [READ]: { data: policies } } })
  await screen.findByText('成人私教')
  expect(shownRows()).toEqual([
    ['公司（所有课程）', '开课前 24 小时免费，24 小时内扣一半，2 小时内全扣', '第 1 版'],
    ['成人私教', '同公司', '—'],
  ])
  expect(screen.getByText('扣 0.5，退回 1；头 1 次不扣')).toBeTruthy()
  expect(screen.getByText('退回 1.5，再补 0.5')).toBeTruthy()
  fill([screen.getByLabelText('第 1 档比例'), '70'])
  expect(await screen.findByText('扣 1，退回 0.5；头 1 次不扣')).toBeTruthy()
  fill([screen.getByLabelText('第 2 档比例'), '60'])
  expect(await screen.findByText('越晚取消要扣得越多')).toBeTruthy()
  fill([screen.getByLabelText('第 2 档比例'), '150'])
  expect(await screen.findByText('最多 5 档，每档填 1 到 336 小时、1% 到 100%')).toBeTruthy()
})

test('a change is the next version of what was seen', async () => {
  const { writes } = draw(<PoliciesPage />, {
    ...at,
    answers: { [READ]: { data: policies }, 'PUT /policies/managed': () => refused('policy_changed') },
  })
  await userEvent.click(await screen.findByText('成人私教'))
  fill([screen.getByLabelText('第 1 档小时'), '12'])
  await userEvent.click(screen.getByText('保存新版本'))
  const changed = { ...terms, tiers: [{ hours: 12, percent: 50 }, terms.tiers[1]] }
  await waitFor(() =>
    expect(writes()).toEqual([['PUT /policies/managed', { courseId: '9', version: 0, terms: changed }]]),
  )
  expect(await screen.findByText('别人刚改过，下面是最新内容')).toBeTruthy()
})

test('an earlier tier that was typed below is judged, shown in the examples and saved at its place', async () => {
  const own = {
    ...policies,
    policies: [{ ...policies.policies[0], terms: { ...terms, tiers: [{ hours: 24, percent: 100 }] } }],
  }
  const { writes } = draw(<PoliciesPage />, {
    ...at,
    answers: { [READ]: { data: own }, 'PUT /policies/managed': { data: own } },
  })
  await userEvent.click(await screen.findByText('加一档'))
  fill([await screen.findByLabelText('第 2 档小时'), '48'], [screen.getByLabelText('第 2 档比例'), '50'])
  expect(await screen.findByText('开课前 24 小时取消')).toBeTruthy()
  expect(screen.queryByText('越晚取消要扣得越多')).toBeNull()
  await userEvent.click(screen.getByText('保存新版本'))
  const tiers = [
    { hours: 48, percent: 50 },
    { hours: 24, percent: 100 },
  ]
  await waitFor(() => expect(writes()).toMatchObject([['PUT /policies/managed', { terms: { ...terms, tiers } }]]))
})
