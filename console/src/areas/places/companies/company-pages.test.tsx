import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, fill, refused } from '../../../testing/draw'
import { CompaniesPage, CompanyPage } from './company-pages'

const ROW = {
  id: '5',
  companyName: '青杉网球俱乐部',
  isPerson: false,
  admin: { id: '7', nickname: '林一鸣', avatar: null },
  coachCount: 3,
  courseCount: 4,
  studentCount: 12,
  outstandingSessions: 86.5,
  createdAt: '2026-01-01T04:00:00.000Z',
  closedAt: null,
}
const member = (over: object) => ({
  id: '8',
  nickname: '苏晴',
  avatar: null,
  userType: 1,
  state: 'NORMAL',
  isAdmin: false,
  mayLead: true,
  courseNames: ['成人私教'],
  joinedAt: '2026-01-02T04:00:00.000Z',
  ...over,
})
const company = (over: object = {}) => ({
  ...ROW,
  phone: '021****0201',
  settings: { freeCancelHours: 24, forgivenLateCancels: 1, firstStart: 12, lastStart: 44 },
  policies: [{ courseId: null, courseName: null, version: 0, terms: null, versions: [] }],
  retiredPolicies: [
    { freeCancelHours: 48, forgivenLateCancels: 0, retiredAt: '2026-03-01T04:00:00.000Z', retiredByName: '林一鸣' },
  ],
  members: [
    member({ id: '7', nickname: '林一鸣', isAdmin: true, mayLead: false }),
    member({}),
    member({ id: '9', nickname: '陈签约', userType: 2, mayLead: false }),
  ],
  courses: [],
  contractCount: 40,
  runningContracts: 15,
  heldSessions: 6,
  auditEvents: [],
  ...over,
})
const DETAIL = 'GET /admin/companies/detail/5'
const page = (
  <Routes>
    <Route path="/companies/:id" element={<CompanyPage />} />
  </Routes>
)
const postOf = (heard: { method: string; path: string; body: unknown }[]) =>
  heard.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

test('companies are listed as the server returned them, and one opens with Enter', async () => {
  const keyboard = userEvent.setup()
  const own = { ...ROW, id: '6', companyName: '周野', isPerson: true, closedAt: '2026-11-01T04:00:00.000Z' }
  const { heard, address } = draw(<CompaniesPage />, {
    at: '/companies?keyword=青杉&isPerson=false&isClosed=false&sort=coachCount&order=asc',
    answers: { 'GET /admin/companies/query': { data: [ROW, own], total: 2 } },
  })
  await screen.findByText('青杉网球俱乐部')
  const rows = screen.getAllByRole('row').slice(1)
  const textsOf = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  expect(rows.map(textsOf)).toEqual([
    ['5', '青杉网球俱乐部', '团队', '林一鸣', '3', '4', '12', '86.5', '2026-01-01 12:00', '营业'],
    ['6', '周野', '一人公司', '林一鸣', '3', '4', '12', '86.5', '2026-01-01 12:00', '已关闭'],
  ])
  expect(Object.fromEntries(heard[0]?.query ?? [])).toMatchObject({
    keyword: '青杉',
    isPerson: 'false',
    isClosed: 'false',
    sort: 'coachCount',
    sord: 'asc',
  })
  rows[0]?.querySelector('a')?.focus()
  await keyboard.keyboard('{Enter}')
  expect(address()).toBe('/companies/5')
})

test('a company shows its rules, the earlier ones, and what it owes', async () => {
  draw(page, { at: '/companies/5', answers: { [DETAIL]: { data: company() } } })
  expect(await screen.findByText('开课前 24 小时免费，24 小时内全扣（基本规则）')).toBeTruthy()
  expect(screen.getByText('逾时取消 90 天内免 1 次')).toBeTruthy()
  expect(screen.getByText('开课前 48 小时可免费取消，90 天内免 0 次')).toBeTruthy()
  expect(screen.getByText('86.5 课时')).toBeTruthy()
  expect(screen.getByRole('link', { name: '苏晴' }).getAttribute('href')).toBe('/coaches/8')
})

test('a company with a policy shows what is in force, and not the rule beneath', async () => {
  const once = { times: 1, days: 60 }
  const terms = {
    tiers: [
      { hours: 48, percent: 50 },
      { hours: 6, percent: 100 },
    ],
    percents: { late: 0, absent: 100, leave: 0 },
    forgiven: { cancel: once, late: once, absent: once, leave: once },
    coachAbsentHalves: 2,
  }
  const version = { version: 1, terms, madeBy: '林一鸣', createTime: '2026-04-01T04:00:00.000Z' }
  const policies = [
    { courseId: null, courseName: null, version: 1, terms, versions: [version] },
    { courseId: '9', courseName: '周末集训', version: 1, terms: { ...terms, tiers: [] }, versions: [] },
    { courseId: '10', courseName: '少儿小班', version: 0, terms: null, versions: [] },
  ]
  draw(page, { at: '/companies/5', answers: { [DETAIL]: { data: company({ policies, retiredPolicies: [] }) } } })
  await screen.findByText('周末集训')
  const rowOf = (name: string) => screen.getByText(name).closest('tr')?.textContent
  expect(rowOf('公司（所有课程）')).toContain('开课前 48 小时免费，48 小时内扣一半，6 小时内全扣第 1 版')
  expect(rowOf('周末集训')).toContain('开课前都免费第 1 版')
  expect(rowOf('少儿小班')).toContain('同公司—')
  expect(screen.getByText('退回课时，再补 1 课时')).toBeTruthy()
  expect(screen.getByText(/2026-04-01 12:00 林一鸣/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('24 小时')
})

test('the admin role is handed to an eligible coach, with a reason, and the effect is shown before', async () => {
  const mouse = userEvent.setup()
  const { heard } = draw(page, {
    at: '/companies/5',
    answers: { [DETAIL]: { data: company() }, 'POST /admin/companies/hand-over/5': { data: company() } },
  })
  await mouse.click(await screen.findByText('移交管理员'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/「林一鸣」立即不再是管理员，他的公司后台随即退出/)).toBeTruthy()
  await mouse.click(within(dialog).getByText('移交'))
  expect(await within(dialog).findByText('请选择新管理员')).toBeTruthy()
  await mouse.click(within(dialog).getByLabelText('新管理员'))
  expect(screen.queryByText('陈签约（编号 9）')).toBeNull()
  await mouse.click(await screen.findByText('苏晴（编号 8）'))
  await mouse.type(within(dialog).getByLabelText('原因（双方会看到）'), '手机丢失')
  await mouse.click(within(dialog).getByText('移交'))
  await screen.findByText('管理员已移交，双方已收到通知')
  expect(postOf(heard)).toEqual([['/admin/companies/hand-over/5', { fromId: '7', toId: '8', reason: '手机丢失' }]])
})

test('an operator who came too late reads so, and the input stays', async () => {
  const mouse = userEvent.setup()
  const refusal = { status: 409, code: 'company_admin_changed', msg: '管理员已变更，请刷新后再试' }
  draw(page, {
    at: '/companies/5',
    answers: { [DETAIL]: { data: company() }, 'POST /admin/companies/rename/5': { refusal } },
  })
  await mouse.click(await screen.findByText('更改名称'))
  const dialog = await screen.findByRole('dialog')
  await mouse.type(within(dialog).getByLabelText('原因（管理员会看到）'), '与执照一致')
  await mouse.click(within(dialog).getByText('更改'))
  expect(await screen.findByText('管理员已变更，请刷新后再试')).toBeTruthy()
  expect(within(dialog).getByDisplayValue('与执照一致')).toBeTruthy()
})

test('a new name is sent without surrounding blanks', async () => {
  const mouse = userEvent.setup()
  const { heard } = draw(page, {
    at: '/companies/5',
    answers: { [DETAIL]: { data: company() }, 'POST /admin/companies/rename/5': { data: company() } },
  })
  await mouse.click(await screen.findByText('更改名称'))
  const dialog = await screen.findByRole('dialog')
  const name = within(dialog).getByLabelText('公司名称')
  await mouse.clear(name)
  await mouse.type(name, ' 青杉 ')
  await mouse.type(within(dialog).getByLabelText('原因（管理员会看到）'), '执照')
  await mouse.click(within(dialog).getByText('更改'))
  await screen.findByText('名称已更改，管理员已收到通知')
  expect(postOf(heard)).toEqual([['/admin/companies/rename/5', { companyName: '青杉', reason: '执照' }]])
})

test('a company is founded with the phone number of its admin, and opens; a refusal leaves the input', async () => {
  const mouse = userEvent.setup()
  const { writes, address } = draw(<CompaniesPage />, {
    at: '/companies',
    answers: {
      'GET /admin/companies/query': { data: [], total: 0 },
      'POST /admin/companies': ({ body }) =>
        (body as { isPhoneChecked: boolean }).isPhoneChecked ? { data: company() } : refused('company_admin_unchecked'),
    },
  })
  await mouse.click(await screen.findByText('新增公司'))
  const dialog = within(await screen.findByRole('dialog'))
  await mouse.click(dialog.getByText('新增'))
  expect(await dialog.findByText('请填写管理员的手机号')).toBeTruthy()
  fill(
    [dialog.getByLabelText('公司名称'), ' 青杉网球俱乐部 '],
    [dialog.getByLabelText('管理员的手机号'), '13811112222'],
  )
  await mouse.click(dialog.getByText('新增'))
  expect(await screen.findByText('对方的手机号未验证，请核对是本人后再开通')).toBeTruthy()
  await mouse.click(dialog.getByLabelText('已核对是本人'))
  await mouse.click(dialog.getByText('新增'))
  await screen.findByText('公司已开通，管理员已收到通知')
  const sent = { companyName: '青杉网球俱乐部', phone: '13811112222' }
  expect(writes().map(([, body]) => body)).toEqual([
    { ...sent, isPhoneChecked: false },
    { ...sent, isPhoneChecked: true },
  ])
  await waitFor(() => expect(address()).toBe('/companies/5'))
})

test('a company is closed with a reason, after what becomes of its coaches was said', async () => {
  const mouse = userEvent.setup()
  const { writes } = draw(page, {
    at: '/companies/5',
    answers: {
      [DETAIL]: { data: company({ revision: 2 }) },
      'POST /admin/companies/close/5': refused('company_has_contracts'),
    },
  })
  await mouse.click(await screen.findByText('关闭公司'))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^3 位教练离开公司，仍保留自己的学员和场馆/)).toBeTruthy()
  fill([dialog.getByLabelText('原因（教练会看到）'), ' 停业 '])
  await mouse.click(dialog.getByText('关闭公司'))
  expect(await screen.findByText('公司还有课时没用完的合同')).toBeTruthy()
  expect(writes()).toEqual([['POST /admin/companies/close/5', { reason: '停业', revision: 2 }]])
})

test('a closed company offers no actions, and a company of one cannot be handed over', async () => {
  const own = company({ isPerson: true, members: [] })
  const closed = company({ id: '6', closedAt: '2026-11-01T04:00:00.000Z' })
  draw(page, { at: '/companies/5', answers: { [DETAIL]: { data: own } } })
  await screen.findByText('更改名称')
  expect(screen.queryByText('移交管理员')).toBeNull()
  expect(screen.queryByText('关闭公司')).toBeNull()
  draw(page, { at: '/companies/6', answers: { 'GET /admin/companies/detail/6': { data: closed } } })
  expect(await screen.findByText('关闭时间')).toBeTruthy()
  expect(screen.getAllByText('更改名称')).toHaveLength(1)
})
