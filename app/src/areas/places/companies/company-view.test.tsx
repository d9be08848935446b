import type { Company, CompanyCoach } from '@paidang/api/areas/places/companies'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { currentSession, updateUserInfo } from '../../../platform/session'
import { freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { DialogHost } from '../../../ui/dialog-host'
import { CompanyView } from './company-view'

const company: Company = {
  id: '1',
  companyName: '青杉网球俱乐部',
  revision: 3,
  isPerson: false,
  adminId: '20',
  adminName: '王启明',
  phone: '021-6250-0001',
  coachCount: 3,
  courseCount: 2,
  studentCount: 12,
  isMember: true,
  freeCancelHours: 24,
  forgivenLateCancels: 1,
  firstStart: 12,
  awayExtends: true,
  awayExtendDays: 30,
  policy: null,
  lastStart: 44,
}

const coach = (id: string, nickname: string, userType = 1): CompanyCoach => ({
  coachVO: { id, userType, nickname, avatar: null, likeCount: 3 },
  isAdmin: id === '20',
  courseNames: ['成人私教'],
})

type Refusal = { status: number; code: string; msg: string }

/** A club with its admin 20, another coach and an affiliated one; the caller is 20. */
function open({ isAdmin = true, refusal }: { isAdmin?: boolean; refusal?: Refusal } = {}) {
  givenSession('20')
  updateUserInfo({ isCompanyAdmin: isAdmin })
  const calls = givenServer(({ method, path }) => {
    if (path.startsWith('/coach-home/coachVO')) {
      const { id, companyName, isPerson } = company
      return {
        data: {
          id: '10',
          userType: 1,
          nickname: '王',
          avatar: null,
          likeCount: 0,
          companies: [{ id, companyName, isPerson, isAdmin }],
        },
      }
    }
    if (path.startsWith('/company/getone')) return { data: company }
    if (path.startsWith('/company/findCoach')) {
      return { data: [coach('20', '王启明'), coach('11', '顾南'), coach('12', '外聘教练', 2)] }
    }
    if (path.includes('/all-by-company/') || path === '/company/invitations/mine') return { data: [] }
    return refusal && method !== 'GET' ? refusal : { data: company }
  })
  render(
    <QueryClientProvider client={freshCache()}>
      <CompanyView />
      <DialogHost />
    </QueryClientProvider>,
  )
  return calls
}

test('the list of coaches leaves out the caller and affiliated coaches', async () => {
  open()
  await screen.findByText('顾南')
  expect(screen.getByText('不含你自己和公司教练')).toBeTruthy()
  expect(screen.queryByText('外聘教练')).toBeNull()
  expect(screen.queryByText('王启明')).toBeNull()
})

test('the opening hours go to the end of the last half-hour', async () => {
  open()
  await screen.findByText('06:00–22:30')
})

test('a coach who is no admin changes nothing', async () => {
  open({ isAdmin: false })
  await screen.findByText('顾南')
  expect(screen.queryByText('转让管理员')).toBeNull()
  expect(screen.queryByText('修改')).toBeNull()
  expect(screen.queryByRole('button', { name: '添加课程' })).toBeNull()
})

test('an admin with other coaches in the company is told to hand over before leaving', async () => {
  open()
  await screen.findByText('请先转让管理员')
  expect(screen.getByRole('button', { name: /离开公司/ }).getAttribute('aria-disabled')).toBe('true')
})

test('the admin role goes to the chosen coach after a question, and the caller’s flag is cleared', async () => {
  const calls = open()
  await userEvent.click(await screen.findByText('转让管理员'))
  const sheet = screen.getByRole('dialog', { name: '转让管理员' })
  await userEvent.click(within(sheet).getByRole('radio', { name: /顾南/ }))
  await userEvent.click(within(sheet).getByRole('button', { name: '转让管理员' }))
  await userEvent.click(await screen.findByRole('button', { name: '确认转让' }))
  await waitFor(() => expect(currentSession().userInfo?.isCompanyAdmin).toBe(false))
  const sent = calls.find(({ path }) => path === '/coach-home/changeCompanyAdmin')
  expect(sent?.body).toEqual({ coachId: '11', companyId: '1' })
})

test('a refused hand-over leaves the flag and the sheet as they are', async () => {
  open({ refusal: { status: 403, code: 'company_admin_only', msg: '仅管理员可转让' } })
  await userEvent.click(await screen.findByText('转让管理员'))
  const sheet = screen.getByRole('dialog', { name: '转让管理员' })
  await userEvent.click(within(sheet).getByRole('radio', { name: /顾南/ }))
  await userEvent.click(within(sheet).getByRole('button', { name: '转让管理员' }))
  await userEvent.click(await screen.findByRole('button', { name: '确认转让' }))
  await waitFor(() => expect(screen.getByRole('dialog', { name: '转让管理员' })).toBeTruthy())
  expect(currentSession().userInfo?.isCompanyAdmin).toBe(true)
})

test('rules are saved only after a change', async () => {
  const calls = open()
  await userEvent.click(await screen.findByText('修改'))
  const save = screen.getByRole('button', { name: '保存规则' })
  expect(save.getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(screen.getByRole('button', { name: '增加免责次数' }))
  await userEvent.click(screen.getByRole('button', { name: '保存规则' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: '修改规则' })).toBeNull())
  expect(calls.find(({ method }) => method === 'PUT')).toMatchObject({
    path: '/company/settings/1',
    body: { freeCancelHours: 24, forgivenLateCancels: 2, firstStart: 12, lastStart: 44 },
  })
})

/** The company page with a server that returns a link, or refuses. */
function openWithLink(refusal?: Refusal) {
  givenSession('20')
  updateUserInfo({ isCompanyAdmin: true })
  const { id, companyName, isPerson } = company
  const own = { id, companyName, isPerson: true, isAdmin: true }
  const calls = givenServer(({ path }) => {
    if (path.startsWith('/coach-home/coachVO')) {
      return { data: { id: '20', userType: 1, nickname: '周野', avatar: null, likeCount: 0, companies: [own] } }
    }
    if (path === '/analytics/link') {
      const link = { path: '/console/enter?ticket=abc', expiresAt: '2026-11-22T12:05:00.000Z' }
      return refusal ?? { data: link }
    }
    return { data: path.startsWith('/company/getone') ? { ...company, companyName, isPerson } : [] }
  })
  render(
    <QueryClientProvider client={freshCache()}>
      <CompanyView />
      <DialogHost />
    </QueryClientProvider>,
  )
  return calls
}

/** A stub for the browser's new tab. */
const givenTab = () => {
  const tab = { opener: window, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return tab
}

test('the admin opens the analytics in a new tab, also in a company of one', async () => {
  const tab = givenTab()
  const calls = openWithLink()
  await userEvent.click(await screen.findByRole('button', { name: /经营看板/ }))
  await waitFor(() => expect(tab.location.replace).toHaveBeenCalledOnce())
  expect(tab.location.replace.mock.calls[0]?.[0]).toMatch(/^http.*\/console\/enter\?ticket=abc$/)
  expect(tab.opener).toBeNull()
  expect(calls.find(({ path }) => path === '/analytics/link')?.body).toEqual({ companyId: '1' })
  expect(screen.queryByText(/ticket=abc/)).toBeNull()
})

test('if the browser opens no tab, the link is shown for copying', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  openWithLink()
  await userEvent.click(await screen.findByRole('button', { name: /经营看板/ }))
  expect(await screen.findByText(/\/console\/enter\?ticket=abc$/)).toBeTruthy()
  expect(screen.getByText(/5分钟内有效，只能打开一次/)).toBeTruthy()
})

test('a refusal is shown, and the empty tab is closed', async () => {
  const tab = givenTab()
  openWithLink({ status: 403, code: 'action_forbidden', msg: '无权限操作' })
  await userEvent.click(await screen.findByRole('button', { name: /经营看板/ }))
  await waitFor(() => expect(tab.close).toHaveBeenCalledOnce())
})

test('a coach who is no admin gets no link to the analytics', async () => {
  open({ isAdmin: false })
  await screen.findByText('顾南')
  expect(screen.queryByText('经营看板')).toBeNull()
})
