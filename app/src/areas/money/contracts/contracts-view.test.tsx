import type { Contract, LedgerRow } from '@paidang/api/areas/money/contracts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { coachesPath, coachPagePath } from '../../../paths'
import type { ChosenPicture, UploadRequest } from '../../../platform/picture-limits'
import { type FakeAnswer, type FakeCall, freshCache, givenServer, givenSession } from '../../../testing/fake-server'
import Taro from '../../../testing/taro'
import { ContractsView } from './contracts-view'
import { givenContract } from './testing/given-contract'

const device = vi.hoisted(() => ({
  choose: vi.fn<() => Promise<ChosenPicture | undefined>>(),
  upload: vi.fn<(request: UploadRequest) => Promise<{ status: number; body: unknown }>>(),
}))
vi.mock('../../../platform/choose-picture', () => ({ choosePicture: device.choose, releasePicture: vi.fn() }))
vi.mock('../../../platform/upload-file', () => ({ uploadFile: device.upload }))

const COURSE = givenContract('a', '1').courseDesign

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-20T12:00:00+08:00'))
  givenSession('10')
})

const move = (seq: number, kind: LedgerRow['kind']): LedgerRow => ({
  seq,
  kind,
  remainingChange: kind === 'GRANT' ? 20 : 0,
  heldChange: kind === 'HOLD' ? 1.5 : 0,
  remainingAfter: 20,
  heldAfter: 0,
  availableAfter: 20,
  unitPrice: 38000,
  reason: '',
  actorName: null,
  at: '2026-11-20T01:36:00Z',
  invitation: null,
})

/** A statement of `total` rows: holds, and the purchase as the last row. */
const statement = (total: number, path: string) => {
  const current = Number(new URL(path, 'http://app').searchParams.get('current'))
  const rows = Array.from({ length: total }, (_, n) => move(total - n, n === total - 1 ? 'GRANT' : 'HOLD'))
  return { data: rows.slice((current - 1) * 10, current * 10), total }
}

const statementsOf = (calls: FakeCall[]) =>
  calls.map(({ path }) => path).filter((path) => path.startsWith('/user-course-contract/statement'))

type World = { rows?: number; companyId?: string; coaches?: object[] }

const open = (contracts: Contract[], { rows = 1, companyId, coaches = [] }: World = {}) => {
  const calls = givenServer(({ path }) => {
    if (path.startsWith('/user-contract/photos')) return { data: [] }
    if (path.startsWith('/user-relation/coach-by-player')) return { data: coaches }
    return path.startsWith('/user-course-contract/by-user') ? { data: contracts } : statement(rows, path)
  })
  render(
    <QueryClientProvider client={freshCache()}>
      <ContractsView companyId={companyId} />
    </QueryClientProvider>,
  )
  return calls
}

test('a contract on screen at midnight counts its days anew, and is over once its last one is', async () => {
  vi.useRealTimers()
  vi.useFakeTimers({
    toFake: ['Date', 'setTimeout', 'clearTimeout'],
    now: new Date('2026-11-20T23:59:50+08:00'),
  })
  open([
    givenContract('a', '1', { expiryDate: '2026-11-21' }),
    givenContract('b', '1', { expiryDate: '2026-11-20', courseDesign: { ...COURSE, id: '41', courseName: '小班课' } }),
  ])
  const tags = () => screen.getAllByText(/^(还有 1 天|今天)到期$|^已过期$/).map(({ textContent }) => textContent)
  await vi.waitFor(() => screen.getByText('小班课'))
  expect(tags()).toEqual(['还有 1 天到期', '今天到期'])
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  expect(tags()).toEqual(['今天到期', '已过期'])
})

test('the page opens the tab of the requested company, with the hours and statement of that contract', async () => {
  const calls = open([givenContract('a', '1'), givenContract('b', '2', { availableSessions: 4, heldSessions: 0 })], {
    companyId: '2',
  })
  await screen.findByRole('img', { name: '共 20 课时，可用 4，已预占 0，已消课 16' })
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('公司2')
  await screen.findByText('购入 20 课时')
  expect(statementsOf(calls)).toEqual(['/user-course-contract/statement/b?current=1&rows=10&kind=all'])
})

test('another contract of the same company replaces the first, with its own statement', async () => {
  const calls = open([
    givenContract('a', '1'),
    givenContract('b', '1', { contractStatus: 3, expiryDate: '2026-10-02' }),
  ])
  await userEvent.click(await screen.findByRole('button', { name: /^看合同/ }))
  await screen.findByText('已过期')
  await waitFor(() =>
    expect(statementsOf(calls).at(-1)).toBe('/user-course-contract/statement/b?current=1&rows=10&kind=all'),
  )
})

test('a filter fetches its kind from the first page, and says so if there is none', async () => {
  const calls = givenServer(({ path }) => {
    if (path.startsWith('/user-contract/photos')) return { data: [] }
    if (path.startsWith('/user-course-contract/by-user')) return { data: [givenContract('a', '1')] }
    if (path.endsWith('kind=GRANT')) return { data: [move(1, 'GRANT')], total: 1 }
    return path.endsWith('kind=EXPIRE') ? { data: [], total: 0 } : statement(12, path)
  })
  render(
    <QueryClientProvider client={freshCache()}>
      <ContractsView />
    </QueryClientProvider>,
  )
  const choose = async (now: string, next: string) => {
    await userEvent.click(screen.getByRole('button', { name: `筛选流水，现在是${now}` }))
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('radio', { name: next }))
  }
  await screen.findByText('加载更多')
  await choose('全部', '购入')
  await screen.findByText('购入 20 课时')
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  await choose('购入', '过期')
  await screen.findByText('没有过期记录')
  expect(statementsOf(calls).map((path) => path.split('?')[1])).toEqual([
    'current=1&rows=10&kind=all',
    'current=1&rows=10&kind=GRANT',
    'current=1&rows=10&kind=EXPIRE',
  ])
})

test('without a contract the page leads to the own coach, who registers or sells hours', async () => {
  open([], { coaches: [{ coach: { id: '20' } }] })
  await screen.findByText('教练登记课时后显示在这里，有课包的也可以在教练主页购买')
  await userEvent.click(await screen.findByRole('button', { name: '联系教练' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: coachPagePath('20') })
})

test('who has no coach either is led to coaches', async () => {
  open([])
  await screen.findByText('还没有课程合同')
  await userEvent.click(screen.getByRole('button', { name: '找教练' }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: coachesPath() })
})

test('a statement that fails is reported in its card, and the contract stays', async () => {
  givenServer(({ path }) =>
    path.startsWith('/user-course-contract/by-user')
      ? { data: [givenContract('a', '1')] }
      : { status: 500, code: 'unexpected', msg: '服务器开小差了，请稍后再试' },
  )
  render(
    <QueryClientProvider client={freshCache()}>
      <ContractsView />
    </QueryClientProvider>,
  )
  await screen.findByText('课时记录没有取到')
  expect(screen.getByText('成人私教 1 对 1')).toBeTruthy()
})

const OWN_CLASS = {
  id: '7',
  courseDate: '2026-11-22',
  beginTimeSlot: 37,
  coachId: '20',
  coachName: '王启明',
  isPast: false,
}

const PHOTO = {
  id: 'p1',
  userId: '10',
  companyId: '1',
  companyName: '公司1',
  url: '/aaapi/files/private/1.webp?until=1&sign=s',
  uploadedBy: '王启明',
  createdAt: '2026-11-02T16:30:00Z',
}

/** The server's answers to a coach who reads the contracts of student 10. */
const givenStudent = (contracts: FakeAnswer, moves: LedgerRow[] = []) => {
  const calls = givenServer(({ path }) => {
    if (path.startsWith('/app-users/get-plaperVO')) return { data: { id: '10', nickname: '林知夏', avatar: null } }
    if (path.startsWith('/user-contract/photos')) return { data: [PHOTO, { ...PHOTO, id: 'p2', companyId: '9' }] }
    if (path.startsWith('/coach-home/coachVO')) return { data: { id: '20', companies: [] } }
    return path.startsWith('/user-course-contract/by-user') ? contracts : { data: moves, total: moves.length }
  })
  render(
    <QueryClientProvider client={freshCache()}>
      <ContractsView userId="10" />
    </QueryClientProvider>,
  )
  return calls
}

test('a movement leads to the class it belongs to', async () => {
  givenServer(({ path }) =>
    path.startsWith('/user-course-contract/by-user')
      ? { data: [givenContract('a', '1')] }
      : { data: [{ ...move(2, 'HOLD'), invitation: OWN_CLASS }, move(1, 'GRANT')], total: 2 },
  )
  render(
    <QueryClientProvider client={freshCache()}>
      <ContractsView />
    </QueryClientProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: /^预占，11.22 周日 18:30，.*看这节课$/ }))
  expect(Taro.navigateTo).toHaveBeenCalledWith({ url: '/pages/booking_view/index?invitationId=7' })
  expect(screen.queryByRole('button', { name: /购入/ })).toBeNull()
})

test('hours that expired are listed, so that the parts still add up to the total', async () => {
  open([givenContract('a', '1', { contractStatus: 3, availableSessions: 0, heldSessions: 0, expiredSessions: 12.5 })])
  await screen.findByRole('img', { name: '共 20 课时，可用 0，已预占 0，已消课 7.5，已过期 12.5' })
  expect(screen.getByText('12.5').nextSibling?.textContent).toBe('已过期')
})

test('a coach reads the contracts of a student under the student’s name, and opens only their own classes', async () => {
  givenSession('20')
  const calls = givenStudent({ data: [givenContract('a', '1')] }, [
    { ...move(3, 'HOLD'), invitation: OWN_CLASS },
    { ...move(2, 'HOLD'), invitation: { ...OWN_CLASS, id: '8', coachId: '21', coachName: '沈嘉禾', isPast: false } },
  ])
  await screen.findByRole('heading', { name: '学员合同', level: 1 })
  await screen.findByRole('heading', { name: '林知夏' })
  await screen.findByText(/沈嘉禾/)
  expect(screen.getAllByRole('button', { name: /看这节课$/ })).toHaveLength(1)
  expect(calls.map(({ path }) => path)).toContain('/user-course-contract/by-user/10')
})

test('a coach of other students reads nothing of this one', async () => {
  givenSession('20')
  givenStudent({ status: 403, code: 'data_of_others', msg: '不能查看他人的数据' })
  await screen.findByText('仅学员的教练可见')
  expect(screen.queryByText('林知夏')).toBeNull()
})

test('the photos of the shown company are next to its hours and enlarge; a coach adds to them', async () => {
  givenSession('20')
  givenStudent({ data: [givenContract('a', '1')] })
  await userEvent.click(await screen.findByRole('button', { name: '查看合同照片，公司1，11.3，王启明上传' }))
  const viewer = await screen.findByRole('dialog', { name: '公司1 11.3' })
  expect(within(viewer).getByRole('img').getAttribute('src')).toBe(PHOTO.url)
  await userEvent.click(within(viewer).getByRole('button', { name: '关闭' }))

  await userEvent.click(screen.getByRole('button', { name: '上传合同' }))
  const sheet = await screen.findByRole('dialog', { name: '上传合同' })
  await userEvent.click(within(sheet).getByRole('button', { name: '提交合同' }))
  expect(await within(sheet).findByText('请先上传合同照片')).toBeTruthy()
})

/** The sheet with a photo whose upload lasts until `end`, and its button pressed. */
async function givenPhotoUnderWay() {
  givenSession('20')
  device.choose.mockResolvedValue({ address: 'blob:1', bytes: 10 })
  let end: () => void = () => undefined
  device.upload.mockReturnValue(
    new Promise((resolve) => {
      const data = { relativePath: 'private/contracts/1.webp', url: '/x', width: 1, height: 1 }
      end = () => resolve({ status: 200, body: { success: true, code: 0, msg: '', data } })
    }),
  )
  const calls = givenStudent({ data: [givenContract('a', '1')] })
  await userEvent.click(await screen.findByRole('button', { name: '上传合同' }))
  const sheet = within(await screen.findByRole('dialog', { name: '上传合同' }))
  await userEvent.click(sheet.getByRole('button', { name: '选择合同照片' }))
  await userEvent.dblClick(sheet.getByRole('button', { name: '提交合同' }))
  await sheet.findByText('图片上传中，传完后自动提交')
  const sent = () => calls.filter(({ method }) => method === 'POST').map(({ body }) => body)
  expect(sent()).toEqual([])
  return { sheet, sent, end }
}

test('a contract sent during the upload of its photo is sent once after it, and the sheet closes', async () => {
  const { sent, end } = await givenPhotoUnderWay()
  end()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent()).toEqual([expect.objectContaining({ userId: '10', contractAttachment: 'private/contracts/1.webp' })])
})

test('a sheet that is closed while it waits sends nothing afterwards', async () => {
  const { sheet, sent, end } = await givenPhotoUnderWay()
  await userEvent.click(sheet.getByRole('button', { name: '关闭' }))
  end()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: '上传合同' }))
  await screen.findByRole('dialog', { name: '上传合同' })
  expect(screen.queryByText('图片上传中，传完后自动提交')).toBeNull()
  expect(sent()).toEqual([])
})

test('a player sees the photos of their own contracts, and uploads none', async () => {
  givenStudent({ data: [givenContract('a', '1')] })
  await screen.findByRole('button', { name: /^查看合同照片/ })
  expect(screen.queryByRole('button', { name: '上传合同' })).toBeNull()
})
