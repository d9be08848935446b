import type { Company, CompanyCoach } from '@paidang/api/areas/companies'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { currentSession, updateUserInfo } from '../../platform/session'
import { DialogHost } from '../../ui/dialog-host'
import { freshCache, givenServer, givenSession } from '../classes/testing/fake-server'
import { CompanyView } from './company-view'

const company: Company = {
  id: '1',
  companyName: '青杉网球俱乐部',
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
    if (path.includes('/all-by-company/')) return { data: [] }
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

test('the list of coaches leaves out oneself and affiliated ones', async () => {
  open()
  await screen.findByText('顾南')
  expect(screen.queryByText('外聘教练')).toBeNull()
  expect(screen.queryByText('王启明')).toBeNull()
})

test('who is no admin changes nothing', async () => {
  open({ isAdmin: false })
  await screen.findByText('顾南')
  expect(screen.queryByText('转让管理员')).toBeNull()
  expect(screen.queryByText('修改')).toBeNull()
  expect(screen.queryByRole('button', { name: '添加课程' })).toBeNull()
})

test('an admin with others in the company is told to hand over before he leaves', async () => {
  open()
  await screen.findByText('请先转让管理员')
  expect(screen.getByRole('button', { name: /离开公司/ }).getAttribute('aria-disabled')).toBe('true')
})

test('the admin role goes to the chosen coach after a question, and the own flag is cleared', async () => {
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

test('rules are saved only when something changed', async () => {
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
