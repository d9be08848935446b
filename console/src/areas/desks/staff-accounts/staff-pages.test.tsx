import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { draw, fill, refused, shownRows } from '../../../testing/draw'
import { ColleaguesPage, StaffPage } from './staff-pages'
import { givenAccount } from './testing/given-account'

describe('staff', () => {
  const LIST = 'GET /admin/staff/query'
  const RESET = 'POST /admin/staff/reset/8'
  const LEAD = 'POST /admin/staff/lead/8'
  const CREATE = 'POST /admin/staff/create'
  const list = { data: [givenAccount()], total: 1 }

  test('accounts of shops show their shop; an operator who is no senior creates no operators', async () => {
    draw(<StaffPage />, { answers: { [LIST]: list } })
    await screen.findByText('穿线师阿杰')
    expect(shownRows().map((cells) => cells.slice(0, 6))).toEqual([
      ['穿线师阿杰clerk', '弦音穿线工作室', '店员', '可登录', '从未登录', '2026-11-01 12:00'],
    ])
    expect(screen.queryByText('新增运营账号')).toBeNull()
  })

  test('a new password ends all log-ins, which is said before; it is shown once', async () => {
    const { writes } = draw(<StaffPage />, {
      answers: { [LIST]: list, [RESET]: { data: { account: givenAccount(), password: 'abc234def567' } } },
    })
    await userEvent.click(await screen.findByText('重置密码'))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText(/原密码马上失效，所有已登录的设备退出/)).toBeTruthy()
    expect(writes()).toEqual([])
    await userEvent.click(question.getByText('重置密码'))
    expect(await screen.findByText('abc234def567')).toBeTruthy()
    expect(writes()).toEqual([[RESET, { revision: 1 }]])
  })

  test('a change of rights asks first; a refusal leaves them as they were', async () => {
    const { writes } = draw(<StaffPage />, { answers: { [LIST]: list, [LEAD]: refused('staff_not_found') } })
    await userEvent.click(await screen.findByText('设为店主'))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText('店主可以改价格、看收入、管理店员账号；改动马上生效。')).toBeTruthy()
    await userEvent.click(question.getByText('设为店主'))
    expect(await screen.findByText('员工账号不存在')).toBeTruthy()
    expect(writes()).toEqual([[LEAD, { isLead: true, revision: 1 }]])
    expect(screen.queryByText('权限已更改')).toBeNull()
    expect(shownRows()[0]?.[2]).toBe('店员')
  })

  test('a senior creates accounts of operators; a name that is taken is reported, and the input stays', async () => {
    draw(<StaffPage />, {
      staff: { id: '2', role: 'senior' },
      answers: { [LIST]: { data: [], total: 0 }, [CREATE]: refused('username_taken') },
    })
    expect(await screen.findByText('还没有账号')).toBeTruthy()
    await userEvent.click(screen.getByText('新增运营账号'))
    const form = within(await screen.findByRole('dialog'))
    fill([form.getByLabelText('姓名'), '小陈'], [form.getByLabelText('账号'), 'operator'])
    await userEvent.click(form.getByText('创建账号'))
    expect(await screen.findByText('该用户名已被使用')).toBeTruthy()
    expect((form.getByLabelText('账号') as HTMLInputElement).value).toBe('operator')
    expect(screen.queryByText('请记下密码')).toBeNull()
  })

  test('a senior removes a lost second factor, after a question; an operator cannot', async () => {
    const withFactor = { data: [givenAccount({ hasFactor: true })], total: 1 }
    const RESET_FACTOR = 'POST /admin/staff/reset-factor/8'
    const { writes } = draw(<StaffPage />, {
      staff: { id: '2', role: 'senior' },
      answers: { [LIST]: withFactor, [RESET_FACTOR]: { data: givenAccount() } },
    })
    await userEvent.click(await screen.findByText('重置两步验证'))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getByText(/请先确认是本人提出/)).toBeTruthy()
    await userEvent.click(question.getByText('重置两步验证'))
    expect(await screen.findByText('两步验证已重置')).toBeTruthy()
    expect(writes()).toEqual([[RESET_FACTOR, { revision: 1 }]])
  })

  test('an operator sees who has a second factor, and cannot remove it', async () => {
    draw(<StaffPage />, { answers: { [LIST]: { data: [givenAccount({ hasFactor: true })], total: 1 } } })
    expect(await screen.findByText('两步验证')).toBeTruthy()
    expect(screen.queryByText('重置两步验证')).toBeNull()
  })
})

describe('colleagues', () => {
  const owner = { id: '1', role: 'owner' as const, merchantId: '7' }
  const own = givenAccount({ id: '1', username: 'merchant', nickname: '弦音店长', role: 'owner' })
  const LIST = { 'GET /merchant/staff': { data: [own, givenAccount()] } }

  test('an account is disabled after a question with the effect; the own account offers no actions', async () => {
    const disable = 'POST /merchant/staff/disable/8'
    const { heard } = draw(<ColleaguesPage />, {
      staff: owner,
      answers: { ...LIST, [disable]: { data: givenAccount() } },
    })
    await screen.findByText('穿线师阿杰')
    expect(screen.getByText('本人')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '停用' }))
    expect(await screen.findByText(/马上退出登录/)).toBeTruthy()
    expect(heard.some(({ method }) => method === 'POST')).toBe(false)
    const [, confirm] = screen.getAllByRole('button', { name: '停用' })
    if (!confirm) throw new Error('nothing confirms')
    await userEvent.click(confirm)
    await screen.findByText('账号已停用')
    expect(heard.find(({ method }) => method === 'POST')?.body).toEqual({ isDisabled: true, revision: 1 })
  })

  test('a disabled account is opened again after a question that names it', async () => {
    const disable = 'POST /merchant/staff/disable/8'
    const disabled = givenAccount({ disabledTime: '2026-11-20T12:00:00.000Z' })
    const { writes } = draw(<ColleaguesPage />, {
      staff: owner,
      answers: { 'GET /merchant/staff': { data: [own, disabled] }, [disable]: { data: givenAccount() } },
    })
    await userEvent.click(await screen.findByRole('button', { name: '恢复' }))
    const question = within(await screen.findByRole('dialog'))
    expect(question.getAllByText('恢复「穿线师阿杰」的账号？')).not.toHaveLength(0)
    expect(writes()).toEqual([])
    await userEvent.click(question.getByRole('button', { name: '恢复' }))
    await screen.findByText('账号已恢复')
    expect(writes()).toEqual([[disable, { isDisabled: false, revision: 1 }]])
  })

  test('the password of a new account is shown once', async () => {
    const create = 'POST /merchant/staff/create'
    draw(<ColleaguesPage />, {
      staff: owner,
      answers: {
        ...LIST,
        [create]: { data: { account: givenAccount({ nickname: '小李' }), password: 'abc234def567' } },
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: /新增店员/ }))
    await userEvent.type(await screen.findByLabelText('姓名'), '小李')
    await userEvent.type(screen.getByLabelText('账号'), 'new_clerk')
    await userEvent.click(screen.getByRole('button', { name: '创建账号' }))
    expect(await screen.findByText('abc234def567')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: '已记下' }))
    expect(screen.queryByText('abc234def567')).toBeNull()
  })
})
