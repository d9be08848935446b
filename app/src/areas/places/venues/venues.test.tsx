import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ChosenPicture, UploadRequest } from '../../../platform/picture-limits'
import { endSession } from '../../../platform/session'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import { held } from '../../../testing/held'
import Taro from '../../../testing/taro'
import { DialogHost } from '../../../ui/dialog-host'
import { ToastHost } from '../../../ui/toast-host'
import { FindVenueView } from './find-venue-view'
import { MyVenuesView } from './my-venues-view'
import { NewVenueView } from './new-venue-view'

const device = vi.hoisted(() => ({
  choose: vi.fn<() => Promise<ChosenPicture | undefined>>(),
  upload: vi.fn<(request: UploadRequest) => Promise<{ status: number; body: unknown }>>(),
}))
vi.mock('../../../platform/choose-picture', () => ({ choosePicture: device.choose, releasePicture: vi.fn() }))
vi.mock('../../../platform/upload-file', () => ({ uploadFile: device.upload }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
  givenSession('20')
})

const venue = (id: string, name: string, over: object = {}) => ({
  id,
  name,
  address: '龙腾大道 1 号',
  city: '上海',
  district: '徐汇区',
  phone: null,
  avatar: null,
  latitude: null,
  longitude: null,
  courtCodes: null,
  courtCount: 2,
  firstStart: 12,
  lastStart: 44,
  courts: [],
  approveStatus: 1,
  venueApproveStatus: 1,
  isManager: false,
  waitingRequests: 0,
  ...over,
})
const request = {
  id: '31',
  category: 'systemNotice',
  title: '陈教练 申请关联星湖网球中心',
  content: '同意后可在这里授课',
  sender: { id: '21', nickname: '陈教练', avatar: null },
  object: { kind: 'venue_association', id: '1' },
  approveStatus: 0,
  readStatus: 0,
  createTime: '2026-11-20T03:40:00Z',
}
const managed = venue('1', '星湖网球中心', { isManager: true, waitingRequests: 1 })

type Over = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>

/** The coach manages one venue, has asked for a second, and a third can be found. */
function givenWorld(over: Over = {}): FakeCall[] {
  const world: Over = {
    ...over,
    'managed-by-coach': over['managed-by-coach'] ?? (() => ({ data: [managed] })),
    'query-by-coach':
      over['query-by-coach'] ?? (() => ({ data: [managed, venue('2', '滨江球馆', { approveStatus: 0 })] })),
    'venue-requests': over['venue-requests'] ?? (() => ({ data: [request], total: 1 })),
    searchByCity: () => ({ data: [venue('2', '滨江球馆'), venue('3', '静安球馆')], total: 2 }),
  }
  return givenServer((call) => {
    const [, answer] = Object.entries(world).find(([path]) => call.path.includes(path)) ?? []
    return answer ? answer(call) : { data: null }
  })
}

function open(view: ReactNode) {
  render(
    <QueryClientProvider client={freshCache()}>
      {view}
      <ToastHost />
      <DialogHost />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}
const changes = (calls: FakeCall[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => ({ method, path, body }))

test('the coach sees managed venues and own requests, and decides requests of others on the page', async () => {
  const calls = givenWorld()
  const user = open(<MyVenuesView />)
  await screen.findByText('管理的场馆')
  expect(screen.getByText('1 位教练申请在这里上课')).toBeTruthy()
  expect(screen.getByText('待审核')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '同意 陈教练 申请关联星湖网球中心' }))
  await screen.findByText('已同意')
  expect(changes(calls)).toMatchObject([{ path: '/common/messages/approve-pass/31' }])
  await user.click(screen.getByRole('button', { name: '锁定场地 星湖网球中心' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/coach/pages/locks/index?of=courts&stadiumId=1' })
})

test.each([
  [0, '平台审核通过后，就能在这里约课和锁定场地'],
  [2, '平台没有开放这个场馆，不能在这里约课和锁定场地'],
])(
  'a venue that is not approved by the platform (%i) says so and offers no action that would fail',
  async (status, line) => {
    const pending = venue('4', '新馆', { isManager: true, venueApproveStatus: status })
    givenWorld({ 'managed-by-coach': () => ({ data: [pending] }), 'query-by-coach': () => ({ data: [pending] }) })
    open(<MyVenuesView />)
    await screen.findByText(line)
    const offered = screen.queryAllByRole('button', { name: /新馆/ }).map((button) => button.getAttribute('aria-label'))
    expect(offered).toEqual([expect.stringMatching(/地图|复制/)])
  },
)

test('a request that was decided keeps its place without buttons, and another one comes behind it', async () => {
  const other = { ...request, id: '92', title: '孙教练 申请关联星湖网球中心' }
  let waiting = [request, other]
  const calls = givenWorld({
    'venue-requests': () => ({ data: waiting, total: waiting.length }),
    'approve-pass': () => {
      waiting = [other, { ...request, id: '93', title: '李教练 申请关联星湖网球中心' }]
      return { data: { ...request, approveStatus: 1 } }
    },
  })
  const user = open(<MyVenuesView />)
  const titles = () => screen.getAllByText(/教练 申请关联星湖网球中心$/).map(({ textContent }) => textContent)
  await user.click(await screen.findByRole('button', { name: `同意 ${request.title}` }))
  await screen.findByText('已处理')
  expect(titles()).toEqual([request.title, '孙教练 申请关联星湖网球中心', '李教练 申请关联星湖网球中心'])
  expect(screen.queryByRole('button', { name: `同意 ${request.title}` })).toBeNull()
  expect(changes(calls)).toHaveLength(1)
})

test('解除关联 asks first, and the server’s reason is shown', async () => {
  const calls = givenWorld({
    'remove-by-coach': () => ({
      status: 409,
      code: 'venue_needs_manager',
      msg: '您是该场馆唯一的管理者，不能解除关联',
    }),
  })
  const user = open(<MyVenuesView />)
  await user.click(await screen.findByRole('button', { name: '解除关联 星湖网球中心' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(changes(calls)).toEqual([])
  await user.click(dialog.getByRole('button', { name: '解除关联' }))
  await screen.findByText('您是该场馆唯一的管理者，不能解除关联')
  expect(changes(calls)).toMatchObject([{ method: 'DELETE', path: '/coach-stadium/remove-by-coach/1' }])
})

test('a found venue is requested once; after the request it shows 待审核', async () => {
  const asked = venue('3', '静安球馆', { approveStatus: 0 })
  const own = [managed, venue('2', '滨江球馆', { approveStatus: 0 })]
  const answer = held()
  const calls = givenWorld({
    'query-by-coach': () => ({ data: own }),
    async 'add-by-coach'() {
      await answer.released
      own.push(asked)
      return { data: asked }
    },
  })
  const user = open(<FindVenueView />)
  await screen.findByText('待审核')
  expect(screen.queryByRole('button', { name: '申请关联 滨江球馆' })).toBeNull()
  await user.dblClick(screen.getByRole('button', { name: '申请关联 静安球馆' }))
  answer.release()
  await screen.findByText('关联场地成功')
  expect(changes(calls)).toEqual([
    { method: 'POST', path: '/coach-stadium/add-by-coach', body: { coachId: '20', stadiumId: '3', approveStatus: 0 } },
  ])
  const search = calls.find(({ path }) => path.includes('searchByCity'))
  expect(new URL(search?.path ?? '', 'http://app').searchParams.get('city')).toBe('上海市')
})

test('a lost network says 网络错误，关联场地失败', async () => {
  givenWorld({ 'add-by-coach': () => Promise.reject(new TypeError('network')) })
  const user = open(<FindVenueView />)
  await user.click(await screen.findByRole('button', { name: '申请关联 静安球馆' }))
  await screen.findByText('网络错误，关联场地失败')
})

const company = { id: '5', companyName: '拍档俱乐部', isPerson: false }

/** The company of the coach is open from nine to nine. */
const opening: Over = {
  'get-coachVO': () => ({ data: { id: '20', nickname: '王启明', companies: [company] } }),
  coachVO: () => ({ data: { id: '20', nickname: '王启明', companies: [company] } }),
  'company/getone': () => ({ data: { ...company, firstStart: 18, lastStart: 42 } }),
}

test('a new venue begins with the company’s hours; missing fields are reported, and failed input stays', async () => {
  let isBroken = true
  const calls = givenWorld({
    ...opening,
    'new-stadium-by-coach': () =>
      isBroken ? Promise.reject(new TypeError('network')) : { data: venue('9', '新馆', { venueApproveStatus: 0 }) },
  })
  const user = open(<NewVenueView />)
  await user.click(await screen.findByRole('button', { name: '新增场馆' }))
  expect((await screen.findAllByText('请填写场馆名称')).length).toBeGreaterThan(0)
  expect(changes(calls)).toEqual([])
  await user.type(screen.getByRole('textbox', { name: '场馆名称' }), '新馆')
  await user.type(screen.getByRole('textbox', { name: '区县' }), '静安区')
  await user.type(screen.getByRole('textbox', { name: '详细地址' }), '南京西路 1 号')
  await user.type(screen.getByRole('textbox', { name: '场地名称，用逗号隔开' }), '甲场，乙场')
  expect(within(screen.getByRole('list', { name: '场地预览' })).getAllByRole('listitem')).toHaveLength(2)
  await user.click(screen.getByRole('button', { name: '新增场馆' }))
  await screen.findByText('网络错误，新增场地失败')
  expect((screen.getByRole('textbox', { name: '场馆名称' }) as HTMLInputElement).value).toBe('新馆')
  isBroken = false
  await user.click(screen.getByRole('button', { name: '新增场馆' }))
  await screen.findByText('新增场地成功')
  expect(changes(calls).at(-1)?.body).toMatchObject({
    name: '新馆',
    courtCodes: '甲场,乙场',
    firstStart: 18,
    lastStart: 42,
  })
  await waitFor(() => expect(Taro.redirectTo).toHaveBeenCalledWith({ url: '/coach/pages/venues/index' }))
})

/** A complete new venue with a photo whose upload lasts until `end`. */
async function givenPhotoUnderWay() {
  const calls = givenWorld({ ...opening, 'new-stadium-by-coach': () => ({ data: venue('9', '新馆') }) })
  device.choose.mockResolvedValue({ address: 'blob:1', bytes: 10 })
  let end: (answer: { status: number; body: unknown }) => void = () => undefined
  device.upload.mockReturnValue(
    new Promise((resolve) => {
      end = resolve
    }),
  )
  const user = open(<NewVenueView />)
  await user.type(await screen.findByRole('textbox', { name: '场馆名称' }), '新馆')
  await user.type(screen.getByRole('textbox', { name: '区县' }), '静安区')
  await user.type(screen.getByRole('textbox', { name: '详细地址' }), '南京西路 1 号')
  await user.type(screen.getByRole('textbox', { name: '场地名称，用逗号隔开' }), '甲场')
  await user.click(screen.getByRole('button', { name: '选择场馆照片' }))
  await user.dblClick(screen.getByRole('button', { name: '新增场馆' }))
  await screen.findByText('图片上传中，传完后自动提交')
  expect(changes(calls)).toEqual([])
  return { calls, user, end }
}

test('a new venue added during the upload of its photo is sent once after it, with the photo', async () => {
  const { calls, end } = await givenPhotoUnderWay()
  const data = { relativePath: 'public/venues/9.webp', url: '/x', width: 1, height: 1 }
  end({ status: 200, body: { success: true, code: 0, msg: '', data } })
  await screen.findByText('新增场地成功')
  expect(changes(calls).map(({ body }) => body)).toMatchObject([{ name: '新馆', avatar: data.relativePath }])
})

test('a new venue with a failed photo is not added, and the page says so', async () => {
  const { calls, user, end } = await givenPhotoUnderWay()
  end({ status: 500, body: { success: false, code: 'unexpected', msg: '图片上传失败', data: null } })
  await screen.findByText('场馆照片没有上传成功，请重试或移除')
  await user.click(screen.getByRole('button', { name: '新增场馆' }))
  expect(changes(calls)).toEqual([])
})

test('without a coach in the session the page asks for a new log-in', () => {
  endSession()
  givenWorld()
  open(<MyVenuesView />)
  expect(screen.getByText('无法获取当前教练信息，请重新登录')).toBeTruthy()
})
