import { expect, test } from 'vitest'
import { type BallRules, type BallTerms, changedTerms, whyNotChange } from './ball-change.ts'

const at = (text: string) => new Date(`2026-05-${text}:00+08:00`)
const former: BallRules = { startsAt: at('09T18:00'), levelFrom: 2.5, levelTo: 4, genderRule: 'ANY' }
const woman = { level: 3, gender: 0 }
const NOON = at('09T12:00')

test.each([
  ['2 hours and a minute before the start', '09T15:59', '10T18:00', [woman], undefined],
  ['2 hours before the start', '09T16:00', '10T18:00', [woman], 'ball_change_too_late'],
  ['2 hours before the start, alone', '09T16:00', '10T18:00', [], 'ball_change_too_late'],
  ['after the start', '09T18:01', '10T18:00', [woman], 'ball_change_too_late'],
  ['to 2 hours and a minute from now', '09T11:59', '09T14:00', [woman], undefined],
  ['to 2 hours from now', '09T12:00', '09T14:00', [woman], 'ball_change_too_late'],
  ['to 2 hours from now, alone', '09T12:00', '09T14:00', [], undefined],
] as const)('a change %s: %s', (_, now, start, others, refusal) => {
  expect(whyNotChange({ former, next: { ...former, startsAt: at(start) }, others }, at(now))).toBe(refusal)
})

test.each([
  ['a narrower range that still fits', { levelFrom: 3, levelTo: 3 }, woman, undefined],
  ['a range above', { levelFrom: 3.5 }, woman, 'ball_rules_exclude_player'],
  ['a range below', { levelTo: 2.5 }, woman, 'ball_rules_exclude_player'],
  ['a range for whom the old one did not fit either', { levelFrom: 3.5 }, { level: 5, gender: 0 }, undefined],
  ['women only', { genderRule: 'FEMALE' }, woman, undefined],
  ['men only', { genderRule: 'MALE' }, woman, 'ball_rules_exclude_player'],
] as const)('%s', (_, change, player, refusal) => {
  expect(whyNotChange({ former, next: { ...former, ...change }, others: [player] }, NOON)).toBe(refusal)
})

const terms: BallTerms = {
  activityDate: '2026-05-09',
  beginTimeSlot: 36,
  endTimeSlot: 40,
  stadiumId: '1',
  courtId: '2',
  place: '',
  sport: 'tennis',
  matchType: 1,
  maxPlayers: 4,
  levelFrom: 2.5,
  levelTo: 4,
  genderRule: 'ANY',
}

test.each([
  ['nothing', {}, []],
  ['day and end', { activityDate: '2026-05-10', endTimeSlot: 42 }, ['时间']],
  ['the court', { courtId: '3' }, ['地点']],
  ['the sport', { sport: 'badminton' }, ['项目改为羽毛球']],
  ['the match type', { matchType: 0 }, ['打法改为单打']],
  ['how many play', { maxPlayers: 8 }, ['最多人数改为 8 人']],
  ['levels and gender', { levelTo: 5, genderRule: 'MALE' }, ['等级改为 2.5–5.0', '性别要求']],
] as const)('players agree again to %s', (_, change, words) => {
  expect(changedTerms(terms, { ...terms, ...change })).toEqual(words)
})
