import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { CardsPage } from './cards-page'
import { givenAdjustment, givenCard } from './testing/given-cards'

const LIST = 'GET /admin/cards'
const ISSUE = 'POST /admin/cards/issue'

/** Opens the form of a new card, and fills it in. */
async function requestCardIssue() {
  await userEvent.click(await screen.findByText('申请开卡'))
  const form = within(await screen.findByRole('dialog'))
  fill(
    [form.getByLabelText('用户编号'), '7'],
    [form.getByLabelText('开卡赠送（元，选填）'), '20.5'],
    [form.getByLabelText('原因'), ' 活动奖励 '],
  )
  expect(form.getByText('另一位运营主管通过后才会开卡，持卡人会收到通知。')).toBeTruthy()
  await userEvent.click(form.getByText('提交审批'))
  return form
}

test('a card shows its owner and its balance, and that a change waits', async () => {
  draw(<CardsPage />, { answers: { [LIST]: { data: [givenCard({ hasWaitingAdjustment: true })], total: 1 } } })
  await screen.findByText('8600000000000003')
  expect(shownRows()).toEqual([
    ['8600000000000003', '林知夏（7）', '¥820', '¥800', '¥20', '2026-11-20 12:00:00', '2026-11-01 12:00:00', '待审批'],
  ])
})

test('a new card is sent in fen, and stays a request', async () => {
  const { writes } = draw(<CardsPage />, {
    answers: { [LIST]: { data: [], total: 0 }, [ISSUE]: { data: givenAdjustment({ card: null, isNewCard: true }) } },
  })
  expect(await screen.findByText('没有符合条件的储值卡')).toBeTruthy()
  await requestCardIssue()
  expect(await screen.findByText('已提交，等待运营主管审批')).toBeTruthy()
  expect(writes()).toEqual([[ISSUE, { userId: '7', giftFen: 2_050, reason: '活动奖励' }]])
})

test('a request that is refused shows the reason, and keeps the input', async () => {
  draw(<CardsPage />, { answers: { [LIST]: { data: [], total: 0 }, [ISSUE]: refused('user_not_found') } })
  const form = await requestCardIssue()
  expect(await screen.findByText('用户不存在')).toBeTruthy()
  expect((form.getByLabelText('用户编号') as HTMLInputElement).value).toBe('7')
  expect(screen.queryByText('已提交，等待运营主管审批')).toBeNull()
})

test('a staff member whose password was made by a colleague cannot request a card, and reads why', async () => {
  draw(<CardsPage />, { staff: { isPasswordGiven: true }, answers: { [LIST]: { data: [], total: 0 } } })
  expect(await screen.findByText('您的密码由同事设置，请先修改密码，再提交或审批资金调整')).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /申请开卡/ }).disabled).toBe(true)
})

test('a failed read of the cards shows the reason', async () => {
  draw(<CardsPage />, { answers: { [LIST]: refused('action_forbidden') } })
  expect(await screen.findByText('无权限操作')).toBeTruthy()
  expect(screen.queryByText('没有符合条件的储值卡')).toBeNull()
})
