import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { prepareFile } from '../../../platform/save-file'
import { endSession } from '../../../platform/session'
import { useToast } from '../../../platform/toast-present'
import type { FakeCall } from '../../../testing/fake-server'
import { at, CONFIRMED } from '../../activities/classes/testing/given-invitation'
import { RecordsView } from './records-view'
import { givenRow, openAsCoach, type World } from './testing/coach-world'

vi.mock('../../../platform/save-file', () => ({
  prepareFile: vi.fn(async () => ({ needsPress: false, hand: async () => undefined })),
}))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('20', '09:41'))
  vi.mocked(prepareFile).mockClear()
  endSession()
})

const month = (
  of: string,
  courseDesignId: string,
  courseDesignName: string,
  taughtHours: number,
  incomeFen: number,
) => ({
  month: of,
  courseDesignId,
  courseDesignName,
  classes: 2,
  taughtHours,
  consumedSessions: taughtHours,
  incomeFen,
})
const WORLD: World = {
  '/inviteInfo/myInviteRecord/20': ({ path }) =>
    path.includes('keyword=') ? { data: [], total: 0 } : { data: [givenRow(CONFIRMED)], total: 1 },
  '/coach-home/recordMonths/20': () => ({
    data: [month('2026-11', '40', '成人私教', 3, 114_000), month('2026-10', '41', '青少小班', 4.5, 90_050)],
  }),
  '/coach-home/coachVO/': () => ({ data: { companies: [] } }),
  '/coach-home/recordsFile/20': () => ({ data: { fileName: '授课记录.xlsx', contentType: 'x', base64: 'eA==' } }),
}
const asked = (calls: readonly FakeCall[]) =>
  calls.flatMap(({ path }) => (path.includes('myInviteRecord') ? [path.split('sord=desc')[1]] : []))

test('the months are shown as bars with their hours; a month shows its income by course', async () => {
  openAsCoach(<RecordsView />, WORLD)
  await screen.findByText('2026 年 11 月收入')
  const present = await screen.findByRole('radio', { name: '2026 年 11 月 授课 3 小时' })
  expect(present.getAttribute('aria-checked')).toBe('true')
  expect(screen.getAllByText('¥1,140')).toHaveLength(2)
  await userEvent.click(screen.getByRole('radio', { name: '2026 年 10 月 授课 4.5 小时' }))
  screen.getByText('青少小班')
  expect(screen.getAllByText('¥900.50')).toHaveLength(2)
  screen.getByRole('radio', { name: '2026 年 6 月 授课 0 小时' })
})

test('text, status and course filter the records; without a result the filters can be cleared', async () => {
  const calls = openAsCoach(<RecordsView />, WORLD)
  await screen.findByText('共 1 条，最近申请的在前')
  await userEvent.click(screen.getByRole('button', { name: '已完成' }))
  await userEvent.click(screen.getByRole('button', { name: '全部课程' }))
  await userEvent.click(await screen.findByRole('radio', { name: '青少小班' }))
  await userEvent.type(screen.getByRole('searchbox'), '林')
  await screen.findByText('没有符合条件的记录')
  expect(asked(calls)).toEqual([
    '',
    '&invitationStatus=COMPLETED',
    '&invitationStatus=COMPLETED&courseDesignId=41',
    '&keyword=%E6%9E%97&invitationStatus=COMPLETED&courseDesignId=41',
  ])
  await userEvent.click(screen.getByRole('button', { name: '清除筛选' }))
  await screen.findByText('共 1 条，最近申请的在前')
  expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('')
})

test('the records of so many months are exported as a file; a failure says so', async () => {
  let fails = false
  const calls = openAsCoach(<RecordsView />, {
    ...WORLD,
    '/coach-home/recordsFile/20': () =>
      fails
        ? { status: 500, code: 'unexpected', msg: '服务器开小差了，请稍后再试' }
        : { data: { fileName: '授课记录.xlsx', contentType: 'x', base64: 'eA==' } },
  })
  const exportMonths = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: '导出 XLSX' }))
    await userEvent.click(await screen.findByRole('button', { name }))
  }
  await exportMonths('近 12 个月')
  await waitFor(() =>
    expect(prepareFile).toHaveBeenCalledWith({ fileName: '授课记录.xlsx', contentType: 'x', base64: 'eA==' }),
  )
  expect(calls.some(({ path }) => path.endsWith('/recordsFile/20?months=12'))).toBe(true)
  fails = true
  await exportMonths('近 6 个月')
  await waitFor(() => expect(useToast.getState().toast?.text).toBe('服务器开小差了，请稍后再试'))
  expect(prepareFile).toHaveBeenCalledTimes(1)
})
