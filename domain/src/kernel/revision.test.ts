import { expect, test } from 'vitest'
import { changesOf } from './revision.ts'

const game = {
  activityDate: '2026-12-05',
  beginTimeSlot: 40,
  endTimeSlot: 42,
  stadiumName: '星湖网球中心',
  courtName: null,
  place: '北门集合',
  title: '周末双打',
  sport: 'tennis',
  matchType: 1,
  levelFrom: 2.5,
  levelTo: 4,
  genderRule: 'MALE',
  minPlayers: 2,
  maxPlayers: 4,
  feeFen: 8050,
} as const

test.each([
  ['time', ['activity_date', 'begin_time_slot'], ['时间已改为 12.5 20:00–21:00']],
  ['place', ['place', 'stadium_id'], ['地点已改为 星湖网球中心 北门集合']],
  ['fee', ['court_fee_fen', 'fee_fen'], ['费用已改为 ¥80.50/人']],
  ['numbers and rules', ['gender_rule', 'max_players'], ['性别要求已改为 仅限男', '人数已改为 2–4 人']],
  ['several times', ['end_time_slot', 'description', 'end_time_slot'], ['时间已改为 12.5 20:00–21:00', '说明已修改']],
  ['a column that nobody decides on', ['seats_taken'], []],
] as const)('a changed game says what it is now: %s', (_, columns, says) => {
  expect(changesOf('ball_games', columns, game)).toEqual(says)
})

test('a changed class names its present coach and court', () => {
  const now = {
    courseDate: '2026-12-05',
    beginTimeSlot: 28,
    endTimeSlot: 30,
    coachName: '林教练',
    stadiumName: '星湖网球中心',
    courtName: '3号场',
    courseDesignName: '成人私教',
    courseDesignPrice: 38000,
    participantsCount: 2,
    useUnavailable: false,
    offeredAt: null,
  }
  expect(changesOf('invitations', ['coach_id', 'court_id', 'course_design_price', 'offered_at'], now)).toEqual([
    '教练已改为 林教练',
    '场地已改为 星湖网球中心 3号场',
    '价格已改为 ¥380/课时',
    '改约建议已答复',
  ])
})
