import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { draw, refused } from '../../../testing/draw'
import { VenuePage } from './venue-page'
import { NewVenuePage, VenuesPage } from './venues-page'

const court = (id: string, over: object = {}) => ({
  ...{ id, courtCode: `A${id}`, name: `${id}号场`, surface: '硬地', classes: 0, games: 0, first: null, isUsed: false },
  ...over,
})
const courts = [court('1', { classes: 2, first: '2026-11-23T02:00:00.000Z', isUsed: true }), court('2')]
const venue = {
  ...{ id: '7', name: '星湖网球中心', address: '星湖路 268 号', city: '上海市', district: '徐汇区' },
  ...{ phone: null, avatar: null, latitude: null, longitude: null, courtCodes: 'A1,A2', courtCount: 2 },
  ...{
    firstStart: 12,
    lastStart: 44,
    courts: courts.map(({ id, courtCode, name, surface }) => ({ id, courtCode, name, surface })),
  },
}
const coach = (id: string, nickname: string, over: object = {}) => ({
  ...{ coach: { id, nickname, avatar: null }, approveStatus: 1, isManager: false, since: '2026-11-01T02:00:00.000Z' },
  ...over,
})
const file = (over: object = {}) => ({
  ...{ venue, state: 'open', revision: 3, creator: null, createTime: '2026-10-01T02:00:00.000Z' },
  ...{ decision: null, takenOff: null, freeBallLimit: 2, courts, upcoming: { classes: 0, games: 0, first: null } },
  ...{ coaches: [coach('11', '王启明', { isManager: true }), coach('12', '沈嘉禾')], auditEvents: [] },
  ...over,
})
const READ = 'GET /admin/venues/7'
const show = (at: string, answers: Parameters<typeof draw>[1]['answers']) =>
  draw(
    <Routes>
      <Route path="/venues" element={<VenuesPage />} />
      <Route path="/venues/new" element={<NewVenuePage />} />
      <Route path="/venues/:id" element={<VenuePage />} />
    </Routes>,
    { at, answers },
  )
const press = async (name: string) => {
  const button = screen.getAllByRole('button', { name }).at(-1)
  if (!button) throw new Error(`no button ${name}`)
  await userEvent.click(button)
}
const written = (heard: ReturnType<typeof draw>['heard']) => heard.filter(({ method }) => method !== 'GET')

test('a row opens its venue with Enter, which shows the upcoming events of each court', async () => {
  const row = { ...venue, state: 'open', coachCount: 2, waitingRequests: 0, creatorName: null, activityTime: null }
  const { address } = show('/venues', {
    'GET /admin/venues/query': { data: [row], total: 1 },
    [READ]: { data: file() },
  })
  const cell = await screen.findByText('星湖网球中心')
  cell.closest('tr')?.querySelector('a')?.focus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/venues/7')
  expect(await screen.findByText('06:00–22:30，最晚 22:00 开始')).toBeTruthy()
  const busy = screen.getByText('1号场（硬地）').closest('tr')
  expect(
    within(busy as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1号场（硬地）', '2', '0', '2026-11-23 10:00'])
})

test('a venue is taken offline with a reason, after the effect was shown', async () => {
  const { heard } = show('/venues/7', {
    [READ]: { data: file() },
    'POST /admin/venues/off/7': { data: file({ state: 'off' }) },
  })
  await userEvent.click(await screen.findByRole('button', { name: '停用场馆' }))
  expect(await screen.findByText(/立即搜不到该场馆，球员和教练不能再预约/)).toBeTruthy()
  await press('停用')
  expect(await screen.findByText('请填写原因')).toBeTruthy()
  expect(written(heard)).toEqual([])
  await userEvent.type(screen.getByLabelText('原因'), ' 场馆装修 ')
  await press('停用')
  await screen.findByText('场馆已停用')
  expect(written(heard).map(({ body }) => body)).toEqual([{ reason: '场馆装修', revision: 3 }])
})

test('a venue with upcoming events cannot be taken offline', async () => {
  const upcoming = { classes: 2, games: 0, first: '2026-11-23T02:00:00.000Z' }
  show('/venues/7', { [READ]: { data: file({ upcoming }) } })
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: '停用场馆' })
  expect(button.disabled).toBe(true)
})

test('a venue that is offline shows the reason, and can be brought back', async () => {
  const takenOff = { by: '小周', at: '2026-11-20T02:00:00.000Z', reason: '场馆装修' }
  const { heard } = show('/venues/7', {
    [READ]: { data: file({ state: 'off', takenOff }) },
    'POST /admin/venues/back/7': { data: file() },
  })
  expect(await screen.findByText('已停用：场馆装修')).toBeTruthy()
  await press('恢复场馆')
  expect(await screen.findByText(/马上可以搜到并预约/)).toBeTruthy()
  await press('恢复')
  await screen.findByText('场馆已恢复')
  expect(written(heard)).toHaveLength(1)
})

test('courts are added and removed at the end by the keyboard, and saved over the revision that was seen', async () => {
  const user = userEvent.setup()
  const { heard } = show('/venues/7?tab=courts', {
    [READ]: { data: file() },
    'PUT /admin/venues/courts/7': { data: file({ revision: 4 }) },
  })
  const name = await screen.findByRole('textbox', { name: '第 1 片名称' })
  await user.clear(name)
  await user.type(name, '中心场')
  expect(screen.queryByRole('button', { name: '删除第 1 片' })).toBeNull()
  screen.getByRole('button', { name: /在末尾新增一片/ }).focus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: '第 3 片名称' }).value).toBe('场地3')
  await user.click(name)
  await user.keyboard('{Enter}')
  await screen.findByText('场地已保存，拍档里已更新')
  expect(written(heard).map(({ body }) => body)).toEqual([
    {
      revision: 3,
      courts: [
        { id: '1', courtCode: 'A1', name: '中心场', surface: '硬地' },
        { id: '2', courtCode: 'A2', name: '2号场', surface: '硬地' },
        { id: null, courtCode: '2', name: '场地3', surface: '' },
      ],
    },
  ])
})

test('a court is removed only after a question, and a used court cannot be removed', async () => {
  const { heard } = show('/venues/7?tab=courts', {
    [READ]: { data: file() },
    'PUT /admin/venues/courts/7': {
      refusal: { status: 409, code: 'court_in_use', msg: '2号场：场地有过预约、锁定或常用记录，不能删除' },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '删除第 2 片' }))
  await press('保存场地')
  expect(await screen.findByText(/其他场地的顺序不变/)).toBeTruthy()
  expect(written(heard)).toEqual([])
  await press('删除并保存')
  expect(await screen.findByText('2号场：场地有过预约、锁定或常用记录，不能删除')).toBeTruthy()
})

test('courts that the server would refuse are reported before sending', async () => {
  const { heard } = show('/venues/7?tab=courts', { [READ]: { data: file() } })
  const code = await screen.findByRole('textbox', { name: '第 2 片编号' })
  await userEvent.clear(code)
  await userEvent.type(code, 'A1')
  await press('保存场地')
  expect(await screen.findByText('场地编号不能重复')).toBeTruthy()
  expect(written(heard)).toEqual([])
})

test('the manager is changed after the effect was shown', async () => {
  const { heard } = show('/venues/7?tab=coaches', {
    [READ]: { data: file() },
    'POST /admin/venues/manager/7': { data: file() },
  })
  await userEvent.click(await screen.findByRole('button', { name: '取消管理' }))
  expect(await screen.findByText(/该场馆将没有管理者，关联申请转由平台审核/)).toBeTruthy()
  await press('取消管理')
  await screen.findByText('王启明 不再管理该场馆')
  expect(written(heard).map(({ body }) => body)).toEqual([{ coachId: '11', isManager: false, revision: 3 }])
})

test('the facts of a venue are saved over the revision that was seen', async () => {
  const { heard } = show('/venues/7?tab=facts', {
    [READ]: { data: file() },
    'PUT /admin/venues/7': {
      refusal: { status: 409, code: 'revision_outdated', msg: '内容刚刚有修改，请核对后再操作' },
    },
  })
  await userEvent.type(await screen.findByLabelText('电话（选填）'), '021-6438{Enter}')
  expect(await screen.findByText('内容刚刚有修改，请核对后再操作')).toBeTruthy()
  expect(written(heard)[0]?.body).toMatchObject({ revision: 3, phone: '021-6438', avatar: null, firstStart: 12 })
})

test('another operator’s change is reported, and the input stays until the latest version is taken', async () => {
  let latest = file()
  show('/venues/7?tab=facts', {
    [READ]: () => ({ data: latest }),
    'PUT /admin/venues/7': () => {
      latest = file({ revision: 4, venue: { ...venue, address: '星湖路 1 号' } })
      return refused('revision_outdated')
    },
  })
  await userEvent.type(await screen.findByLabelText('电话（选填）'), '021-6438{Enter}')
  const load = await screen.findByText('载入最新内容')
  expect(screen.getByLabelText<HTMLInputElement>('电话（选填）').value).toBe('021-6438')
  await userEvent.click(load)
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('详细地址').value).toBe('星湖路 1 号'))
  expect(screen.getByLabelText<HTMLInputElement>('电话（选填）').value).toBe('')
})

test('saving the courts causes no conflict for unsaved facts', async () => {
  let latest = file()
  const { heard } = show('/venues/7?tab=facts', {
    [READ]: () => ({ data: latest }),
    'PUT /admin/venues/courts/7': () => {
      latest = file({ revision: 4 })
      return { data: latest }
    },
    'PUT /admin/venues/7': () => ({ data: latest }),
  })
  await userEvent.type(await screen.findByLabelText('电话（选填）'), '021-6438')
  await userEvent.click(screen.getByRole('tab', { name: /^场地/ }))
  await press('保存场地')
  await screen.findByText('场地已保存，拍档里已更新')
  await userEvent.click(screen.getByRole('tab', { name: '修改资料' }))
  expect(screen.queryByText('载入最新内容')).toBeNull()
  await userEvent.type(screen.getByLabelText('电话（选填）'), '{Enter}')
  await screen.findByText('资料已保存，拍档里已更新')
  expect(written(heard).map(({ body }) => body)).toMatchObject([{ revision: 3 }, { revision: 4, phone: '021-6438' }])
})

test('a new venue is created with a number of courts, and then is open', async () => {
  const { heard, address } = show('/venues/new', {
    'POST /admin/venues': { data: file() },
    [READ]: { data: file() },
  })
  await userEvent.click(await screen.findByRole('button', { name: '新增场馆' }))
  expect(await screen.findByText('请填写场馆名称')).toBeTruthy()
  for (const [label, text] of [
    ['场馆名称', '滨江馆'],
    ['城市', '上海市'],
    ['区域', '徐汇区'],
    ['详细地址', '滨江路 8 号'],
  ] as const) {
    await userEvent.type(screen.getByLabelText(label), text)
  }
  await press('新增场馆')
  await screen.findByText('场馆已新增，拍档里可以预约')
  expect(written(heard)[0]?.body).toMatchObject({ name: '滨江馆', courtCount: 4, phone: null, latitude: null })
  await expect.poll(address).toBe('/venues/7')
})

test('a venue that does not exist is reported', async () => {
  show('/venues/7', { [READ]: { refusal: { status: 404, code: 'venue_not_found', msg: '场馆不存在' } } })
  expect(await screen.findByText('场馆不存在')).toBeTruthy()
})
