import { expect, test } from 'vitest'
import { type BallForm, whyNotBall } from './ball-form.ts'

const now = new Date('2026-05-01T12:10:00+08:00')
const FORM: BallForm = {
  title: '周六双打',
  stadiumId: '1',
  selectedCourt: 0,
  activityDate: '2026-05-09',
  beginTimeSlot: 20,
  endTimeSlot: 24,
  levelFrom: 3,
  levelTo: 4,
  minPlayers: 3,
  maxPlayers: 4,
  courtFeeFen: 16_000,
  extrasFen: 3_200,
  closingHours: 4,
}
const why = (over: Partial<BallForm>) => whyNotBall({ ...FORM, ...over }, now, 14)

test('a valid game', () => {
  expect(why({})).toBeUndefined()
  expect(why({ stadiumId: null, selectedCourt: null, place: '世纪公园' })).toBeUndefined()
})

test.each<[string, Partial<BallForm>]>([
  ['ball_title_missing', { title: '  ' }],
  ['ball_title_missing', { title: '\u200b' }],
  ['ball_title_hidden', { title: '\u202e周六双打' }],
  ['ball_title_official', { title: '官方客服退款' }],
  ['ball_place_missing', { stadiumId: null, place: ' ' }],
  ['ball_time_invalid', { endTimeSlot: 20 }],
  ['ball_time_invalid', { endTimeSlot: 27 }],
  ['ball_in_past', { activityDate: '2026-05-01', beginTimeSlot: 24, endTimeSlot: 26 }],
  ['ball_too_far_ahead', { activityDate: '2026-05-15' }],
  ['ball_too_far_ahead', { activityDate: '2026-05-31', selectedCourt: null }],
  ['ball_levels_invalid', { levelFrom: 4.5 }],
  ['ball_levels_invalid', { levelFrom: 2.3 }],
  ['ball_levels_invalid', { levelFrom: 0.5 }],
  ['ball_levels_invalid', { levelTo: 7.5 }],
  ['ball_players_invalid', { minPlayers: 1 }],
  ['ball_players_invalid', { minPlayers: 5 }],
  ['ball_players_invalid', { maxPlayers: 21 }],
  ['ball_players_invalid', { minPlayers: 2.5 }],
  ['ball_fee_invalid', { courtFeeFen: -1 }],
  ['ball_fee_invalid', { extrasFen: 0.5 }],
  ['ball_fee_invalid', { courtFeeFen: 2_000_000, extrasFen: 1 }],
  ['ball_closing_invalid', { closingHours: 0 }],
  ['ball_closing_invalid', { closingHours: 25 }],
])('%s', (refusal, over) => {
  expect(why(over)).toBe(refusal)
})

test('the limits of a valid game', () => {
  expect(why({ activityDate: '2026-05-01', beginTimeSlot: 25, endTimeSlot: 26 })).toBeUndefined()
  expect(why({ activityDate: '2026-05-14' })).toBeUndefined()
  expect(why({ activityDate: '2026-05-30', selectedCourt: null })).toBeUndefined()
  expect(why({ endTimeSlot: 26, minPlayers: 2, maxPlayers: 20, levelFrom: 1, levelTo: 7 })).toBeUndefined()
  expect(why({ courtFeeFen: 2_000_000, extrasFen: 0, closingHours: 24 })).toBeUndefined()
})
