import { ApiError } from '@paidang/api/catalogue/errors'
import { expect, test } from 'vitest'
import { movesBall, timeClashText } from './clash-labels'
import { emptyForm } from './publish-form'

const COURTS = [{ name: '1号场' }, { name: '2号场' }]
const form = { ...emptyForm('2026-11-20', '3'), selectedCourt: 1, beginTimeSlot: 16, endTimeSlot: 20 }
const busyWith = { title: '成人私教', beginTimeSlot: 18, endTimeSlot: 20 }

test.each([
  [new ApiError('ball_player_busy', { data: { busyWith } }), '您在该时段已有安排：成人私教 09:00–10:00'],
  [new ApiError('ball_player_busy', { data: { busyWith: null } }), '您在该时段已有安排'],
  [new ApiError('ball_player_busy'), '您在该时段已有安排'],
  [new ApiError('slot_taken'), '2号场 08:00–10:00 已被订，请换一片场地或时段'],
  [new ApiError('participant_busy'), '有参与人在该时段已有约课'],
  [new ApiError('ball_free_limit'), undefined],
  [new TypeError('Failed to fetch'), undefined],
])('%s is shown at the time field as %s', (error, text) => {
  expect(timeClashText(error, form, COURTS)).toBe(text)
})

test('another time or place removes the shown clash, another text does not', () => {
  expect(movesBall(form, { beginTimeSlot: 17 })).toBe(true)
  expect(movesBall(form, { stadiumId: '4' })).toBe(true)
  expect(movesBall(form, { title: '晚场' })).toBe(false)
  expect(movesBall(form, { beginTimeSlot: 16 })).toBe(false)
})
