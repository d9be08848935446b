import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { givenServer, givenSession } from '../../../../testing/fake-server'
import { Timeline } from '../../../../ui/timeline'
import { at, COMPLETED, CONFIRMED, givenInfo, givenQuote, givenSeat } from '../testing/given-invitation'
import { button, found, openInvitation, sent } from '../testing/open-invitation'
import { attendanceCost } from './attendance-sheets'
import { explanationOf, tieredOf, timelineOf } from './cancel-sheet'
import { consumedHours } from './invitation-info'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(at('22', '12:10'))
})

const counted = (times: number) => ({ times, days: 90 })
const policy = {
  tiers: [
    { hours: 24, percent: 50 },
    { hours: 2, percent: 100 },
  ],
  percents: { late: 100, absent: 100, leave: 0 },
  forgiven: { cancel: counted(1), late: counted(0), absent: counted(0), leave: counted(0) },
  coachAbsentHalves: 1,
}
const late = { reason: 'late' as const, lateBefore: 1, lateAt: at('08', '10:00').toISOString() }
const half = givenQuote({ ...late, lostSessions: 0.5 })
const given = (cancellation = half, over: object = {}) =>
  givenInfo('initiator', { invitation: CONFIRMED, cancellation, policy, ...over })

function read(info: ReturnType<typeof given>, now: Date) {
  const tiered = tieredOf(info)
  if (!tiered) throw new Error('no tiers')
  return {
    rows: timelineOf(tiered, now).map(({ text, state, remark }) => [text, state, remark]),
    line: explanationOf(tiered, now),
  }
}

test('6 hours 20 before: what passed, what counts now, what comes, and how it was rounded', () => {
  expect(read(given(), at('22', '12:10'))).toEqual({
    rows: [
      ['昨天 18:30 前', 'done', '开课 24 小时以前'],
      ['现在，到 16:30', 'current', '24 小时内，扣一半'],
      ['16:30 以后或没到', 'todo', '2 小时内，全扣'],
    ],
    line: '一半是 0.75，按 0.5 扣。90 天内 1 次免扣，11.8 已用。下雨、闭馆永远不扣。',
  })
  expect(read(given(), at('22', '17:00')).rows[1]?.[0]).toBe('今天 16:30 前')
  expect(read(given(), at('22', '17:00')).rows[2]).toEqual(['现在，到 18:30，或没到', 'current', '2 小时内，全扣'])
  expect(read(given(givenQuote({ reason: 'forgiven' })), at('22', '12:10')).line).toBe(
    '90 天内 1 次免扣，这次会用掉 1 次。下雨、闭馆永远不扣。',
  )
  const partly = { ...policy, tiers: [{ hours: 24, percent: 50 }] }
  expect(read(given(half, { policy: partly }), at('21', '09:00')).rows).toEqual([
    ['现在，到 18:30', 'current', '开课 24 小时以前'],
    ['18:30 以后', 'todo', '24 小时内，扣一半'],
    ['没到', 'todo', '开课时没有来'],
  ])
})

test('while a cancellation is forgiven the rows that come say so, and absence says its own cost', () => {
  const costs = (now: Date, quote: Parameters<typeof givenQuote>[0]) => {
    const tiered = tieredOf(given(givenQuote(quote)))
    if (!tiered) throw new Error('no tiers')
    render(<Timeline steps={timelineOf(tiered, now)} />)
    const texts = [...document.querySelectorAll('.t-body')].map(({ textContent }) => textContent)
    cleanup()
    return texts
  }
  const free = '免扣（90 天内 1 次）'
  expect(costs(at('21', '09:00'), { reason: 'early' })).toEqual(['免费', free, free, '扣 1.5'])
  expect(costs(at('22', '17:00'), { reason: 'forgiven' })).toEqual(['免费', '扣 0.5', free, '扣 1.5'])
  expect(costs(at('21', '09:00'), { reason: 'early', lateBefore: 1 })).toEqual(['免费', '扣 0.5', '扣 1.5'])
})

test('the sheet says the cost in its title and on its button, and sends it', async () => {
  givenSession('10')
  const calls = givenServer(() => found(given()))
  openInvitation()
  expect(await screen.findByText('永远不扣')).toBeTruthy()
  await userEvent.click(await button('取消约课'))
  const sheet = await screen.findByRole('dialog', { name: '现在取消扣 0.5 课时' })
  expect(sheet.textContent).toContain('今天 18:30 的课，离开课 6 小时 20 分')
  expect(sheet.textContent).toContain('预占1.5扣除−0.5退回+1取消后可用12')
  await userEvent.click(within(sheet).getByText('时间冲突'))
  await userEvent.click(within(sheet).getByRole('button', { name: '取消，扣 0.5 课时' }))
  const body = { reason: '时间冲突', revision: 3, lostSessions: 0.5, lostFen: 0, costReason: 'late' }
  await waitFor(() =>
    expect(sent(calls)).toEqual([{ method: 'PUT', path: '/course-invitation/cancel/by-player/1', body }]),
  )
})

test('a coach who did not come: the player reads what they get, the club calls it off so', async () => {
  vi.setSystemTime(at('22', '18:45'))
  givenSession('10')
  givenServer(() => found(givenInfo('initiator', { invitation: CONFIRMED, responsePlayers: [givenSeat()], policy })))
  const { unmount } = openInvitation()
  await userEvent.click(await screen.findByRole('button', { name: /^教练没来？.*退回 1.5 课时，另补 0.5 课时/ }))
  expect((await screen.findByRole('dialog', { name: '教练没来' })).textContent).toContain('课时马上到账')
  unmount()

  givenSession('20')
  const cancellation = givenQuote({ reason: 'by_coach' })
  const calls = givenServer(() => found(givenInfo('coach', { invitation: CONFIRMED, cancellation, policy })))
  openInvitation()
  await userEvent.click(await button('取消'))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByText('教练没来'))
  expect(dialog.textContent).toContain('每位学员另补+0.5')
  await userEvent.click(within(dialog).getByRole('button', { name: '取消约课' }))
  const body = { reason: '教练没来', revision: 3, coachAbsent: true }
  await waitFor(() =>
    expect(sent(calls)).toEqual([{ method: 'PUT', path: '/course-invitation/cancel/by-coach/1', body }]),
  )
})

test('the club, a change, and a class that is not confirmed keep the short dialog', () => {
  expect(tieredOf(given(givenQuote({ reason: 'changed' })))).toBeUndefined()
  expect(tieredOf(given(givenQuote({ reason: 'not_confirmed' })))).toBeUndefined()
  expect(tieredOf(given(half, { policy: null }))).toBeUndefined()
  const byCoach = { invitation: CONFIRMED, cancellation: givenQuote({ reason: 'by_coach' }), policy }
  expect(tieredOf(givenInfo('coach', byCoach))).toBeUndefined()
})

test('the coach reads what each attendance costs, and the player what it cost', () => {
  const costs = { present: 1.5, late: 1.5, absent: 0, leave: 0.5 }
  expect((['present', 'absent', 'leave'] as const).map((kind) => attendanceCost(kind, 1.5, costs))).toEqual([
    '消课 1.5',
    '退回 1.5',
    '消课 0.5，退回 1',
  ])
  const seat = givenSeat({ attendance: 'leave', usedSessions: 0.5 })
  const info = givenInfo('initiator', { invitation: COMPLETED, responsePlayers: [seat], policy })
  expect(consumedHours(info)).toEqual({ hours: 0.5, backHours: 0 })
})
