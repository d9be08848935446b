import type { CompanyInvitation, CompanyInvitationDetail } from '@paidang/api/areas/places/company-invitations'
import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { DialogHost } from '../../../ui/dialog-host'
import { InviteCoachView } from './invite-coach-view'
import { JoinCompanyView } from './join-company-view'

const admin = { id: '20', nickname: '王启明', avatar: null }
const coach = {
  id: '30',
  nickname: '顾明轩',
  avatar: null,
  level: 5.5,
  region: '浦东新区',
  clubs: ['江岸球类学院'],
}
const choices = {
  courses: [
    { id: '1', name: '成人私教 1 对 1' },
    { id: '2', name: '双人陪练' },
  ],
  venues: [{ id: '5', name: '星湖网球中心' }],
}

const invitation: CompanyInvitation = {
  id: '7',
  kind: 'INVITE',
  state: 'PENDING',
  company: { id: '1', name: '青杉网球俱乐部' },
  admin,
  coach,
  phone: null,
  token: null,
  courses: choices.courses,
  venues: choices.venues,
  mayAnswer: false,
  mayWithdraw: true,
  expiresAt: '2026-11-29T01:41:00.000Z',
  createTime: '2026-11-22T01:41:00.000Z',
  revision: 0,
}
const detail: CompanyInvitationDetail = {
  ...invitation,
  mayAnswer: true,
  mayWithdraw: false,
  coachCount: 4,
  courseCount: 4,
  studentCount: 34,
  freeCancelHours: 24,
  otherClubs: ['江岸球类学院'],
  joiningFault: null,
  choices: null,
}

function open(view: ReactNode, answer: (call: FakeCall) => FakeAnswer, as: '20' | '10' = '20') {
  givenSession(as)
  const calls = givenServer(answer)
  render(
    <QueryClientProvider client={freshCache()}>
      {view}
      <DialogHost />
    </QueryClientProvider>,
  )
  return calls
}

/** What the page reads: the invitations that were sent, and what the admin can choose from. */
const list = ({ path }: FakeCall, over: Partial<CompanyInvitation>[] = []): FakeAnswer => {
  const sent = over.map((one, place) => ({ ...invitation, id: `${place + 1}`, ...one }))
  const link = sent.find(({ token }) => token !== null) ?? null
  return path.startsWith('/company/invitations/choices')
    ? { data: { link, ...choices } }
    : { data: sent, total: sent.length }
}

test('the admin finds a coach by number, chooses the terms, and sends', async () => {
  const calls = open(<InviteCoachView companyId="1" />, (call) => {
    if (call.path.startsWith('/company/invitations/find')) return { data: { result: 'READY', coach } }
    return call.method === 'POST' ? { data: invitation } : list(call)
  })
  await userEvent.type(await screen.findByLabelText('教练的手机号'), '13800130006')
  await screen.findByText('顾明轩现在在江岸球类学院。加入后两家都能排课，时间不会重复。')
  await userEvent.click(screen.getByRole('button', { name: /可教课程/ }))
  const sheet = await screen.findByRole('dialog', { name: '可教课程' })
  await userEvent.click(within(sheet).getByRole('checkbox', { name: '双人陪练' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '选好了' }))
  await userEvent.click(screen.getByRole('button', { name: '发出邀请' }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path === '/company/invitations/invite')?.body).toEqual({
      companyId: '1',
      phone: '13800130006',
      courseIds: ['2'],
      venueIds: [],
    }),
  )
})

test('a level that the coach never said is not shown', async () => {
  const unsaid = { ...coach, levelIsUnsaid: true }
  open(<InviteCoachView companyId="1" />, (call) =>
    call.path.startsWith('/company/invitations/find') ? { data: { result: 'READY', coach: unsaid } } : list(call),
  )
  await userEvent.type(await screen.findByLabelText('教练的手机号'), '13800130006')
  await screen.findByText('浦东新区')
  expect(screen.queryByText(/等级/)).toBeNull()
})

test.each([
  ['MEMBER', '已经是本俱乐部教练'],
  ['UNVERIFIED', '还没认证，认证通过后才能排课'],
])('a number that is %s cannot be invited', async (result, text) => {
  const calls = open(<InviteCoachView companyId="1" />, (call) =>
    call.path.startsWith('/company/invitations/find') ? { data: { result, coach: null } } : list(call),
  )
  await userEvent.type(await screen.findByLabelText('教练的手机号'), '13800130006')
  await screen.findByText(text)
  expect(screen.getByText('先填写一位可以邀请的教练的手机号')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: '发出邀请' }))
  expect(calls.some(({ path }) => path === '/company/invitations/invite')).toBe(false)
})

test('what was sent is listed with its state, and can be withdrawn', async () => {
  const calls = open(<InviteCoachView companyId="1" />, (call) =>
    call.method === 'POST'
      ? { data: { ...detail, state: 'WITHDRAWN' } }
      : list(call, [
          {},
          { coach: null, phone: '138****0077' },
          { state: 'REFUSED', mayWithdraw: false },
          { state: 'EXPIRED', mayWithdraw: false },
          { kind: 'REQUEST', mayWithdraw: false },
        ]),
  )
  for (const text of ['待同意', '待注册', '已拒绝', '已过期', '待答复']) await screen.findByText(text)
  await userEvent.click(screen.getByRole('button', { name: '撤回给138****0077的邀请' }))
  await userEvent.click(await screen.findByRole('button', { name: '撤回' }))
  await waitFor(() => expect(calls.some(({ path }) => path === '/company/invitations/withdraw/2')).toBe(true))
})

test('the open code is drawn with its end', async () => {
  open(<InviteCoachView companyId="1" />, (call) => list(call, [{ coach: null, token: 'a'.repeat(22) }]))
  await userEvent.click(await screen.findByRole('radio', { name: '二维码' }))
  await screen.findByRole('img', { name: '邀请二维码' })
  await screen.findByText('只限一位教练，11.29 前有效，用一次失效')
  expect(screen.queryByRole('button', { name: '生成二维码' })).toBeNull()
})

test('the coach reads who invites, what it changes, and agrees to what was shown', async () => {
  const calls = open(<JoinCompanyView id="7" />, ({ method }) =>
    method === 'POST' ? { data: { ...detail, state: 'ACCEPTED' } } : { data: detail },
  )
  await screen.findByText('王启明 邀请你加入')
  await screen.findByText('成人私教 1 对 1、双人陪练')
  await screen.findByText('管理员能看到你在青杉网球俱乐部的课和学员，看不到江岸球类学院的')
  await screen.findByText(/^邀请 .*11\.29 周日 09:41 前有效$/)
  await userEvent.click(screen.getByRole('button', { name: '同意加入' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/company/invitations/answer/7',
      body: { agree: true, revision: 0 },
    }),
  )
})

test('changed terms are to be read again before agreeing', async () => {
  let revision = 0
  const calls = open(<JoinCompanyView id="7" />, ({ method, body }) => {
    if (method !== 'POST') return { data: { ...detail, revision } }
    if ((body as { revision: number }).revision === 1) return { data: { ...detail, state: 'ACCEPTED' } }
    revision = 1
    return { status: 409, code: 'revision_outdated', msg: '可教课程已修改，请核对后再操作' }
  })
  await userEvent.click(await screen.findByRole('button', { name: '同意加入' }))
  await screen.findByText('条件有更新，请再看一遍')
  expect(screen.queryByRole('button', { name: '同意加入' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '我看过了' }))
  await userEvent.click(await screen.findByRole('button', { name: '同意加入' }))
  await waitFor(() => expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(2))
})

test('a withdrawn invitation says so and offers nothing', async () => {
  open(<JoinCompanyView id="7" />, () => ({ data: { ...detail, state: 'WITHDRAWN', mayAnswer: false } }))
  await screen.findByText('这份邀请已撤回')
  expect(screen.queryByText('同意之后')).toBeNull()
  expect(screen.queryByRole('button', { name: '同意加入' })).toBeNull()
})

test('a player who opens the link is led to become a coach, and cannot end it for its coach', async () => {
  const data = { ...detail, coach: null, mayAnswer: false, joiningFault: 'coach_not_verified' }
  open(<JoinCompanyView id="7" token="x" />, () => ({ data }), '10')
  await screen.findByText('还没认证，认证通过后才能排课')
  screen.getByRole('button', { name: '申请成为教练' })
  for (const name of ['同意加入', '不加入']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('who was asked by number and is no coach yet may still refuse', async () => {
  open(<JoinCompanyView id="7" />, () => ({ data: { ...detail, joiningFault: 'coach_not_verified' } }), '10')
  await screen.findByRole('button', { name: '申请成为教练' })
  screen.getByRole('button', { name: '不加入' })
  expect(screen.queryByRole('button', { name: '同意加入' })).toBeNull()
})

test('a coach of the club who opens its link is led to the club', async () => {
  open(<JoinCompanyView id="7" token="x" />, () => ({
    data: { ...detail, mayAnswer: false, joiningFault: 'company_coach_already' },
  }))
  await screen.findByText('已经是本俱乐部教练')
  screen.getByRole('button', { name: '看这家俱乐部' })
})

test('a link that another coach used meanwhile says so, and offers nothing more', async () => {
  const used = { status: 409, code: 'company_invitation_answered', msg: '这份邀请已答复' }
  let isUsed = false
  open(<JoinCompanyView id="7" token="x" />, ({ method }) => {
    if (method === 'GET') return isUsed ? used : { data: { ...detail, coach: null } }
    isUsed = true
    return used
  })
  await userEvent.click(await screen.findByRole('button', { name: '同意加入' }))
  await screen.findByText('请俱乐部管理员重新发一份')
  screen.getByText('这份邀请已答复')
  expect(screen.queryByRole('button', { name: '同意加入' })).toBeNull()
})

test('the admin answers a request with the terms', async () => {
  const request = { ...detail, kind: 'REQUEST', courses: [], venues: [], choices }
  const calls = open(<JoinCompanyView id="7" />, () => ({ data: request }))
  await screen.findByText('申请加入青杉网球俱乐部')
  await userEvent.click(screen.getByRole('button', { name: /场馆/ }))
  const sheet = await screen.findByRole('dialog', { name: '场馆' })
  await userEvent.click(within(sheet).getByRole('checkbox', { name: '星湖网球中心' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '选好了' }))
  await userEvent.click(screen.getByRole('button', { name: '同意加入' }))
  await waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
      agree: true,
      revision: 0,
      courseIds: [],
      venueIds: ['5'],
    }),
  )
})
