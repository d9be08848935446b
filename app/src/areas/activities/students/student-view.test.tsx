import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { levelsPath } from '../../../paths'
import { type FakeAnswer, type FakeCall, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { coachDraft } from '../booking/draft-store'
import { StudentView } from './student-view'
import { givenContract, givenDetail, openStudents } from './testing/given-student'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
  givenSession('20')
})

const PERSON = { id: '10', nickname: '林知夏', avatar: null }
const RECORD = {
  id: '1',
  invitationId: '7',
  player: PERSON,
  coach: { id: '20', nickname: '王启明', avatar: null },
  companyId: '1',
  userCourseContractId: 'c10',
  courseDesignId: '6',
  courseDesignName: '成人私教 1 对 1',
  stadiumName: '星湖网球中心',
  courtName: '3号场',
  courseDate: '2026-11-15',
  beginTimeSlot: 37,
  endTimeSlot: 40,
  usedSessions: 1.5,
  unitPrice: 38000,
  attendance: 'late',
  createTime: '2026-11-15T12:00:00Z',
}
const COURSE = { companyCourse: { id: '7', courseName: '双人陪练', delFlag: false }, isTaughtByMe: true }

type Answers = (call: FakeCall) => FakeAnswer | undefined

const open = (student = givenDetail('10', '林知夏'), answer: Answers = () => undefined, asksSessions = false) =>
  openStudents(<StudentView userId="10" asksSessions={asksSessions} />, (call) => {
    const given = answer(call)
    if (given) return given
    if (call.path === '/coach-home/student/10') return { data: student }
    if (call.path.includes('/company-course/all-by-company')) return { data: [COURSE] }
    if (call.path.includes('/incompany')) return { data: [RECORD], total: 1 }
    return undefined
  })

test('the student of another coach is not shown', async () => {
  open(undefined, ({ path }) =>
    path === '/coach-home/student/10' ? { status: 404, code: 'relation_not_found', msg: '记录不存在' } : undefined,
  )
  await screen.findByText('不是你的学员')
})

test('the complete phone number is shown only after a press', async () => {
  const calls = open(undefined, ({ path }) =>
    path === '/coach-home/student-phone/10' ? { data: { phone: '13800000001' } } : undefined,
  )
  await screen.findByText('138****0001')
  expect(calls.some(({ path }) => path.includes('student-phone'))).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: '查看号码' }))
  await screen.findByText('13800000001')
  await userEvent.click(screen.getByRole('button', { name: '拨打' }))
  expect(Taro.makePhoneCall).toHaveBeenCalledWith({ phoneNumber: '13800000001' })
  await userEvent.click(screen.getByRole('button', { name: '复制' }))
  expect(Taro.setClipboardData).toHaveBeenCalledWith({ data: '13800000001' })
})

test('nothing is reported of who turns back in the dialler', async () => {
  open(undefined, ({ path }) => (path.includes('student-phone') ? { data: { phone: '13800000001' } } : undefined))
  const { makePhoneCall } = Taro
  const unheard = vi.fn()
  process.once('unhandledRejection', unheard)
  // No mock of Vitest: those hear of every rejection.
  Object.assign(Taro, { makePhoneCall: () => Promise.reject({ errMsg: 'makePhoneCall:fail cancel' }) })
  await userEvent.click(await screen.findByRole('button', { name: '查看号码' }))
  await userEvent.click(await screen.findByRole('button', { name: '拨打' }))
  // Node reports such a rejection at the end of the turn.
  await new Promise((resolve) => setImmediate(resolve))
  Object.assign(Taro, { makePhoneCall })
  process.off('unhandledRejection', unheard)
  expect(unheard).not.toHaveBeenCalled()
})

test('a record shows what it cost and opens the coach’s own class; a chip filters by one contract', async () => {
  const contracts = [givenContract('c10'), givenContract('c11', { courseDesign: { id: '7', courseName: '双人陪练' } })]
  const calls = open(givenDetail('10', '林知夏', { userCourseContracts: contracts }))
  const name = '11.15 周日 18:30–20:00，成人私教 1 对 1，星湖网球中心 3号场，消 1.5，迟到，看这节课'
  await userEvent.click(await screen.findByRole('button', { name }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=7' })
  await userEvent.click(screen.getByRole('button', { name: '双人陪练' }))
  await waitFor(() => expect(calls.at(-1)?.path).toContain('userCourseContractId=c11'))
  expect(calls.at(-1)?.path).toContain('sort=createTime&sord=desc')
})

test('a contract opens the statement of its company', async () => {
  open()
  await userEvent.click(await screen.findByRole('button', { name: /可用 11 课时，共 20 课时，查看课时流水$/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/user/pages/user_contract/index?companyId=1&userId=10' })
})

test('约课 takes a contract of a course that the coach teaches, even if others come first', async () => {
  const contracts = [givenContract('c10'), givenContract('c11', { courseDesign: { id: '7', courseName: '双人陪练' } })]
  open(givenDetail('10', '林知夏', { userCourseContracts: contracts }))
  await userEvent.click(await screen.findByRole('button', { name: '调整课时' }))
  // The courses that the coach teaches are loaded.
  await within(await screen.findByRole('dialog')).findByRole('button', { name: '双人陪练' })
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: '约课' }))
  await waitFor(() => expect(Taro.switchTab).toHaveBeenCalledWith({ url: '/pages/bookingClass/index' }))
  expect(coachDraft.current()).toMatchObject({ students: [{ id: '10' }], courseId: '7' })
})

test('hours are set only with a reason; unchanged contracts are not sent. 续课 of the coach’s home opens the form', async () => {
  const contracts = [givenContract('c10'), givenContract('c11', { courseDesign: { id: '7', courseName: '双人陪练' } })]
  const calls = open(givenDetail('10', '林知夏', { userCourseContracts: contracts }), undefined, true)
  const sheet = await screen.findByRole('dialog', { name: '调整课时：林知夏' })
  const first = within(sheet).getByRole('group', { name: '成人私教 1 对 1' })
  await userEvent.click(within(first).getByRole('button', { name: '+5' }))
  await userEvent.click(within(first).getByRole('button', { name: '减少成人私教 1 对 1的课时' }))
  expect(within(first).getByText('剩余 12.5 → 17')).toBeTruthy()
  const submit = () => userEvent.click(within(sheet).getByRole('button', { name: '确认调整' }))
  await submit()
  expect(within(sheet).getByText('请填写调整原因')).toBeTruthy()
  await userEvent.type(within(sheet).getByRole('textbox'), '续课')
  await submit()
  await screen.findByText('课时已调整')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.filter(({ path }) => path === '/user-course-contract/update-sessions')
  expect(sent.map(({ body }) => body)).toEqual([
    {
      items: [
        {
          id: 'c10',
          userId: '10',
          courseDesignId: '6',
          settingSessions: 17,
          expiryDate: '2027-03-31',
          revision: 3,
        },
      ],
      reason: '续课',
    },
  ])
})

test('adding hours for an unverified number needs a confirmation', async () => {
  const isSetting = ({ path }: FakeCall) => path === '/user-course-contract/update-sessions'
  const calls = open(givenDetail('10', '林知夏', { isPhoneUnverified: true }))
  await screen.findByText('未验证')
  await userEvent.click(await screen.findByRole('button', { name: '调整课时' }))
  const sheet = await screen.findByRole('dialog', { name: '调整课时：林知夏' })
  await userEvent.type(within(sheet).getByRole('textbox'), '续课')
  await userEvent.click(within(sheet).getByRole('button', { name: '+5' }))
  const submit = () => userEvent.click(within(sheet).getByRole('button', { name: '确认调整' }))
  await submit()
  const question = await screen.findByRole('alertdialog', { name: '林知夏的手机号未验证' })
  await userEvent.click(within(question).getByRole('button', { name: '先不调整' }))
  expect(calls.some(isSetting)).toBe(false)
  await submit()
  await userEvent.click(await screen.findByRole('button', { name: '已核对，确认调整' }))
  await screen.findByText('课时已调整')
  expect(calls.filter(isSetting)).toMatchObject([{ body: { items: [{ isPhoneChecked: true }] } }])
})

test('removing hours needs no such confirmation', async () => {
  open(givenDetail('10', '林知夏', { isPhoneUnverified: true }))
  await userEvent.click(await screen.findByRole('button', { name: '调整课时' }))
  const sheet = await screen.findByRole('dialog', { name: '调整课时：林知夏' })
  await userEvent.type(within(sheet).getByRole('textbox'), '记错了')
  await userEvent.click(within(sheet).getByRole('button', { name: '减少成人私教 1 对 1的课时' }))
  await userEvent.click(within(sheet).getByRole('button', { name: '确认调整' }))
  await screen.findByText('课时已调整')
})

test('a new contract is sent as new_1; a refusal keeps the form and says why', async () => {
  const calls = open(undefined, ({ path }) =>
    path === '/user-course-contract/update-sessions'
      ? { status: 409, code: 'contract_sessions_held', msg: '课时不能少于已预约课时' }
      : undefined,
  )
  await userEvent.click(await screen.findByRole('button', { name: '调整课时' }))
  const sheet = await screen.findByRole('dialog', { name: '调整课时：林知夏' })
  await userEvent.click(await within(sheet).findByRole('button', { name: '双人陪练' }))
  await userEvent.type(within(sheet).getByRole('textbox'), '新课')
  await userEvent.click(within(sheet).getByRole('button', { name: '确认调整' }))
  await within(sheet).findByText('课时不能少于已预约课时')
  expect((within(sheet).getByRole('textbox') as HTMLTextAreaElement).value).toBe('新课')
  const sent = calls.find(({ path }) => path === '/user-course-contract/update-sessions')?.body
  expect(sent).toMatchObject({ items: [{ id: 'new_1', courseDesignId: '7', settingSessions: 10 }] })
})

test('removing a student needs a confirmation that names its effects; a refusal stays visible', async () => {
  const calls = open(undefined, ({ method }) =>
    method === 'DELETE' ? { status: 409, code: 'classes_unfinished', msg: '尚有未完成的约课' } : undefined,
  )
  await userEvent.click(await screen.findByRole('button', { name: '移除学员' }))
  const question = await screen.findByRole('alertdialog', { name: '移除学员林知夏？' })
  expect(within(question).getByText(/合同、课时和上过的课都会保留/)).toBeTruthy()
  await userEvent.click(within(question).getByRole('button', { name: '移除学员' }))
  expect((await screen.findAllByText('尚有未完成的约课')).length).toBeGreaterThan(0)
  expect(calls.find(({ method }) => method === 'DELETE')?.path).toBe('/user-relation/remove-by-coach/r10')
  expect(Taro.navigateBack).not.toHaveBeenCalled()
})

test('an admin sees a colleague’s student without the actions of their coach', async () => {
  open(givenDetail('10', '林知夏', { theUserRelation: { id: 'r1', coachId: '21', createdAt: '2026-01-01T00:00:00Z' } }))
  await screen.findByText('138****0001')
  for (const name of ['查看号码', '约课', '移除学员', '上传合同']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
})

test('of two contracts for one course each is chosen by its end', async () => {
  const userCourseContracts = [
    givenContract('1'),
    givenContract('2', { expiryDate: '2027-06-30' }),
    givenContract('3', { courseDesign: { id: '7', courseName: '双人陪练' } }),
  ]
  const calls = open(givenDetail('10', '林知夏', { userCourseContracts }))
  const user = userEvent.setup()
  await screen.findByRole('button', { name: '双人陪练' })
  await screen.findByRole('button', { name: '成人私教 1 对 1，2027.03.31 到期' })
  await user.click(screen.getByRole('button', { name: '成人私教 1 对 1，2027.06.30 到期' }))
  await waitFor(() => expect(calls.some(({ path }) => path.includes('userCourseContractId=2'))).toBe(true))
})

const ASSESS = '/coach-home/assess-level/10'

function openAssessing(
  answer: () => FakeAnswer = () => ({ data: {} }),
  student = givenDetail('10', '林知夏'),
): FakeCall[] {
  return openStudents(<StudentView userId="10" />, ({ path }) => {
    if (path === '/coach-home/student/10') return { data: student }
    return path === ASSESS ? answer() : undefined
  })
}
const sheet = async () => {
  await userEvent.click(await screen.findByRole('button', { name: '评定林知夏的等级，现在 3.5 级' }))
  return within(await screen.findByRole('dialog', { name: '评定等级：林知夏' }))
}

test('a coach assesses the level with a note, once, even with two fast presses', async () => {
  const calls = openAssessing()
  const asked = await sheet()
  fireEvent.click(asked.getByRole('button', { name: '增加等级' }))
  expect(asked.getByText('正反手都可靠，有自己的打法')).toBeTruthy()
  await userEvent.type(asked.getByRole('textbox'), ' 反手稳定 ')
  const send = asked.getByRole('button', { name: '评定为 4.0 级' })
  fireEvent.click(send)
  fireEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent.map(({ path, body }) => ({ path, body }))).toEqual([
    { path: ASSESS, body: { level: 4, note: '反手稳定' } },
  ])
})

test('a refusal stays in the sheet with the input', async () => {
  openAssessing(() => ({ status: 403, code: 'action_forbidden', msg: '无权限操作' }))
  const asked = await sheet()
  await userEvent.type(asked.getByRole('textbox'), '反手稳定')
  await userEvent.click(asked.getByRole('button', { name: '评定为 3.5 级' }))
  await asked.findByText('无权限操作')
  expect((asked.getByRole('textbox') as HTMLTextAreaElement).value).toBe('反手稳定')
})

test('one press shows how the level came about, and an admin cannot assess the students of others', async () => {
  openAssessing()
  await userEvent.click(await screen.findByRole('link', { name: '查看林知夏的等级变化' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: levelsPath('10') })
})

test('an admin sees the student of a colleague without the button to assess them', async () => {
  const theUserRelation = { id: 'r10', coachId: '21', createdAt: '2026-01-01T00:00:00Z' }
  openAssessing(undefined, givenDetail('10', '林知夏', { theUserRelation }))
  await screen.findByText('林知夏')
  expect(screen.queryByText('评定等级')).toBeNull()
})
