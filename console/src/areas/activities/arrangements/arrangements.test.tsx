import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { draw } from '../../../testing/draw'
import { ClassesPage } from './class-pages'
import { GamesPage } from './games-page'

const lesson = (over: object = {}) => ({
  ...{ id: '41', courseDesignName: '单人私教', coach: { id: '8', nickname: '苏晴', avatar: null } },
  ...{ companyName: '青杉网球俱乐部', stadiumId: '3', stadiumName: '星湖网球中心', courtName: '2号场' },
  ...{ courseDate: '2026-11-23', beginTimeSlot: 36, endTimeSlot: 38, invitationStatus: 'CONFIRMED' },
  ...{ signedAt: null, isUnfinished: false, revision: 2 },
  players: [
    { id: '10', nickname: '林小北', avatar: null, attendance: null, mustAgree: false },
    { id: '11', nickname: '陈默', avatar: null, attendance: 'leave', mustAgree: false },
  ],
  ...over,
})
const game = (over: object = {}) => ({
  ...{ id: '51', title: '周末双打', initiator: { id: '10', nickname: '林小北', avatar: null }, stadiumId: '3' },
  ...{
    stadiumName: '星湖网球中心',
    courtName: '1号场',
    activityDate: '2026-11-29',
    beginTimeSlot: 36,
    endTimeSlot: 40,
  },
  ...{ seatsTaken: 2, maxPlayers: 4, feeFen: 4_800, isPublic: false, status: 'OPEN', revision: 2 },
  ...over,
})
const CLASSES = 'GET /admin/classes'
const GAMES = 'GET /admin/balls'
const writes = (heard: ReturnType<typeof draw>['heard']) =>
  heard.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])
const cellsOf = (text: string) =>
  within(screen.getByText(text).closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date('2026-11-23T18:30:00+08:00'))
})

test('classes are listed as the server returned them, filtered by the address', async () => {
  const { heard } = draw(<ClassesPage />, {
    at: '/classes?stadiumId=3&isUnfinished=true',
    answers: {
      [CLASSES]: { data: [lesson({ isUnfinished: true })], total: 1 },
      'GET /admin/venues/3': { data: { venue: { id: '3', name: '星湖网球中心' } } },
    },
  })
  await screen.findByText('单人私教')
  expect(cellsOf('单人私教').slice(0, 7)).toEqual([
    '2026-11-23 18:00–19:00',
    '单人私教',
    '苏晴',
    '青杉网球俱乐部',
    '林小北、陈默（请假）',
    '星湖网球中心 2号场',
    '待完成',
  ])
  const [asked] = heard.filter(({ path }) => path === '/admin/classes')
  expect([asked?.query.get('stadiumId'), asked?.query.get('isUnfinished')]).toEqual(['3', 'true'])
  expect(await screen.findByRole('link', { name: '星湖网球中心' })).toBeTruthy()
})

test.each([
  ['half an hour before it', '2026-11-23T17:30:00+08:00', {}, ['签到', '取消']],
  ['a moment earlier', '2026-11-23T17:29:59+08:00', {}, ['取消']],
  ['once it has begun', '2026-11-23T18:00:00+08:00', {}, ['签到', '完成', '取消']],
  ['on the next day', '2026-11-24T00:00:00+08:00', {}, ['完成', '取消']],
  ['while it waits for its answer', '2026-11-23T18:00:00+08:00', { invitationStatus: 'PENDING' }, ['取消']],
])('only permitted actions are offered: %s', async (_when, now, over, expected) => {
  vi.setSystemTime(new Date(now))
  draw(<ClassesPage />, { answers: { [CLASSES]: { data: [lesson(over)], total: 1 } } })
  const row = (await screen.findByText('单人私教')).closest('tr') as HTMLElement
  const names = within(row)
    .getAllByRole('button')
    .map(({ textContent }) => textContent?.replace(' ', ''))
  expect(names).toEqual(expected)
})

test('a player who has not agreed to a change is named as such, and gets no attendance', async () => {
  const players = [
    { id: '10', nickname: '林小北', avatar: null, attendance: null, mustAgree: true },
    { id: '11', nickname: '陈默', avatar: null, attendance: null, mustAgree: false },
  ]
  const { heard } = draw(<ClassesPage />, {
    answers: { [CLASSES]: { data: [lesson({ players })], total: 1 }, 'POST /admin/classes/sign/41': { data: null } },
  })
  await screen.findByText('林小北（未同意修改）、陈默')
  await userEvent.click(screen.getByRole('button', { name: '苏晴 的「单人私教」 签到' }))
  const sheet = await screen.findByRole('dialog')
  expect(within(sheet).getByText('还没有同意修改，按请假算；本人同意后可以改签')).toBeTruthy()
  const [only, ...others] = within(sheet).getAllByRole('radio', { name: '缺席' })
  expect(others).toEqual([])
  await userEvent.click(only as HTMLElement)
  await userEvent.click(within(sheet).getByRole('button', { name: /签\s?到/ }))
  await screen.findByText('已签到')
  await userEvent.click(screen.getByRole('button', { name: '完成 苏晴 的「单人私教」' }))
  expect(await screen.findByText(/^还没有签到，按到场扣课时；林小北 还没有同意修改，按请假算。/)).toBeTruthy()
  const attendances = [{ userId: '11', attendance: 'absent' }]
  expect(writes(heard)).toEqual([['/admin/classes/sign/41', { attendances, revision: 2 }]])
})

test('a class is signed player by player, completed after its effect was shown, and cancelled with a reason', async () => {
  const { heard } = draw(<ClassesPage />, {
    answers: {
      [CLASSES]: { data: [lesson()], total: 1 },
      'POST /admin/classes/sign/41': { data: null },
      'POST /admin/classes/finish/41': { data: null },
      'POST /admin/classes/call-off/41': { data: null },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: '苏晴 的「单人私教」 签到' }))
  const sheet = await screen.findByRole('dialog')
  const [first] = within(sheet).getAllByRole('radio', { name: '缺席' })
  await userEvent.click(first as HTMLElement)
  await userEvent.click(within(sheet).getByRole('button', { name: /签\s?到/ }))
  await screen.findByText('已签到')

  await userEvent.click(screen.getByRole('button', { name: '完成 苏晴 的「单人私教」' }))
  expect(await screen.findByText(/全部按到场扣课时/)).toBeTruthy()
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /完\s?成/ }))
  await screen.findByText('约课已完成')

  await userEvent.click(screen.getByRole('button', { name: '取消 苏晴 的「单人私教」' }))
  const reason = await screen.findByRole('textbox', { name: '原因' })
  await userEvent.type(reason, '教练账号停用')
  await userEvent.click(screen.getByRole('button', { name: '取消约课' }))
  await screen.findByText('约课已取消')

  expect(writes(heard)).toEqual([
    [
      '/admin/classes/sign/41',
      {
        // A player who was not changed keeps what the coach signed meanwhile.
        attendances: [{ userId: '10', attendance: 'absent' }],
        revision: 2,
      },
    ],
    ['/admin/classes/finish/41', { revision: 2 }],
    ['/admin/classes/call-off/41', { reason: '教练账号停用', revision: 2 }],
  ])
})

test('a game is called off with a reason; a refusal is shown and the input stays', async () => {
  let isOver = true
  const { heard } = draw(<GamesPage />, {
    answers: {
      [GAMES]: { data: [game(), game({ id: '52', title: '晨练', stadiumName: null, courtName: null })], total: 2 },
      'POST /admin/balls/call-off/51': () =>
        isOver ? { refusal: { status: 409, code: 'ball_settled', msg: '当前状态不允许此操作' } } : { data: null },
    },
  })
  await screen.findByText('周末双打')
  expect(cellsOf('周末双打').slice(0, 7)).toEqual([
    '2026-11-29 18:00–20:00',
    '周末双打',
    '林小北',
    '星湖网球中心 1号场',
    '2 / 4',
    '¥48',
    '报名中（不公开）',
  ])
  expect(cellsOf('晨练')[3]).toBe('自填地点')
  await userEvent.click(screen.getByRole('button', { name: '取消「周末双打」' }))
  await userEvent.type(await screen.findByRole('textbox', { name: '原因' }), '球场漏水')
  await userEvent.click(screen.getByRole('button', { name: '取消球局' }))
  await screen.findByText('当前状态不允许此操作')
  isOver = false
  await userEvent.click(screen.getByRole('button', { name: '取消球局' }))
  await screen.findByText('球局已取消')
  expect(writes(heard)).toEqual(Array(2).fill(['/admin/balls/call-off/51', { reason: '球场漏水', revision: 2 }]))
})
