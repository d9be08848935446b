import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill } from '../../../testing/draw'
import { CardAdjustmentsPage } from './card-adjustments-page'
import { givenAdjustment } from './testing/given-cards'

const waiting = givenAdjustment()
const LIST = 'GET /admin/card-adjustments'
const list = { data: [waiting], total: 1 }

test('a senior approves another operator’s request, after the effect was shown', async () => {
  const { heard } = draw(<CardAdjustmentsPage />, {
    staff: { id: '2', role: 'senior' },
    answers: { [LIST]: list, 'POST /admin/card-adjustments/decide/7': { data: { ...waiting, state: 'DONE' } } },
  })
  await userEvent.click(await screen.findByRole('button', { name: '通过' }))
  expect(await screen.findByText(/本金 -¥10，赠送 \+¥2。立即生效并通知持卡人，不能撤销。/)).toBeTruthy()
  expect(heard.some(({ method }) => method === 'POST')).toBe(false)
  await userEvent.click(screen.getAllByRole('button', { name: '通过' }).at(-1) as HTMLElement)
  await screen.findByText('已通过，余额已变动')
  expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ approve: true, revision: 2 })
})

test('an operator approves nothing, and whoever requested a change can only withdraw it', async () => {
  draw(<CardAdjustmentsPage />, { staff: { id: '5', role: 'operator' }, answers: { [LIST]: list } })
  expect(await screen.findByText('等待运营主管')).toBeTruthy()
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})

test('a senior whose password was made by a colleague decides nothing, reads why, and can decide after choosing a new one', async () => {
  draw(<CardAdjustmentsPage />, {
    staff: { id: '2', role: 'senior', isPasswordGiven: true },
    answers: { [LIST]: list, 'POST /staff/password': { data: null } },
  })
  expect(await screen.findByText('您的密码由同事设置，请先修改密码，再提交或审批资金调整')).toBeTruthy()
  const approve = await screen.findByRole<HTMLButtonElement>('button', { name: '通过' })
  expect([approve.disabled, screen.getByRole<HTMLButtonElement>('button', { name: '拒绝' }).disabled]).toEqual([
    true,
    true,
  ])
  await userEvent.click(screen.getByRole('button', { name: '修改密码' }))
  const form = within(await screen.findByRole('dialog'))
  fill(
    [form.getByLabelText('原密码'), 'abc234def567'],
    [form.getByLabelText('新密码'), 'my0wn4ever'],
    [form.getByLabelText('再输一遍新密码'), 'my0wn4ever'],
  )
  await userEvent.click(form.getByRole('button', { name: '修改密码' }))
  await waitFor(() => expect(approve.disabled).toBe(false))
  expect(screen.queryByText(/您的密码由同事设置/)).toBeNull()
})

test('a request that ended because the owner closed the account names the system', async () => {
  const ended = { state: 'WITHDRAWN', note: '持卡人已注销，申请自动撤回', endTime: '2026-11-21T04:00:00.000Z' } as const
  draw(<CardAdjustmentsPage />, {
    staff: { id: '5', role: 'operator' },
    answers: { [LIST]: { data: [givenAdjustment(ended)], total: 1 } },
  })
  expect(await screen.findByText('系统')).toBeTruthy()
  expect(screen.getByText('持卡人已注销，申请自动撤回')).toBeTruthy()
})

test('a senior does not decide their own request', async () => {
  draw(<CardAdjustmentsPage />, { staff: { id: '9', role: 'senior' }, answers: { [LIST]: list } })
  expect(await screen.findByRole('button', { name: '撤回' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: '通过' })).toBeNull()
})
