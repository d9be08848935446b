import { expect, test } from 'vitest'
import { at, givenBall, givenSeat } from '../testing/given-ball'
import {
  bodyOf,
  dueOf,
  emptyForm,
  feeLine,
  fixedOf,
  formOfBall,
  freshDraft,
  isOnCourt,
  type PublishForm,
  whyNotEdit,
  withTitle,
  wrongOf,
} from './publish-form'

const now = at('20', '09:41')
const TODAY = '2026-11-20'

/** A form that can be sent: four people on court 2 on Sunday. */
const whole: PublishForm = {
  ...emptyForm(TODAY, '3'),
  title: '周六早场',
  selectedCourt: 1,
  activityDate: '2026-11-22',
  beginTimeSlot: 16,
  endTimeSlot: 20,
  courtYuan: '112',
  extrasYuan: '32',
}

test('an empty form begins with an evening time; for a venue it begins with the choice of a court', () => {
  expect(emptyForm(TODAY)).toMatchObject({ activityDate: '2026-11-21', beginTimeSlot: 38, endTimeSlot: 42 })
  expect(emptyForm(TODAY, '3')).toMatchObject({ stadiumId: '3', beginTimeSlot: null, endTimeSlot: null })
})

test.each([
  ['nothing', {}, undefined],
  ['no title', { title: ' ' }, { field: 'title', text: '请填写球局标题' }],
  ['no place', { placeBy: 'text' }, { field: 'place', text: '请选择场馆或填写地点' }],
  [
    'no half-hours',
    { selectedCourt: null, beginTimeSlot: null, endTimeSlot: null },
    { field: 'time', text: '请在下面选一片场地的时段' },
  ],
  ['a time, but no court', { selectedCourt: null }, { field: 'time', text: '请在下面选一片场地的时段' }],
  ['a time that is past', { activityDate: '2026-11-19' }, { field: 'time', text: '不能选择已经过去的时段' }],
  ['a court too far ahead', { activityDate: '2026-12-04' }, { field: 'time', text: '所选日期太远，请选择近期的日期' }],
  ['an amount that is none', { courtYuan: 'x' }, { field: 'fee', text: '请填写正确的费用' }],
  ['too few people', { minPlayers: 5 }, { field: 'players', text: '请填写正确的人数' }],
] as const)('with %s wrong it shows %j for %j', (_case, change, wrong) => {
  expect(wrongOf({ ...whole, ...change }, now)).toEqual(wrong)
})

test('without a court the game can be a month ahead', () => {
  expect(wrongOf({ ...whole, takesCourt: false, activityDate: '2026-12-19' }, now)).toBeUndefined()
  expect(wrongOf({ ...whole, takesCourt: false, activityDate: '2026-12-20' }, now)?.field).toBe('time')
})

test('the form is sent with a court of a venue, a venue alone, or a place as text', () => {
  expect(bodyOf(whole)).toMatchObject({
    stadiumId: '3',
    selectedCourt: 1,
    place: '',
    courtFeeFen: 11_200,
    extrasFen: 3200,
  })
  expect(bodyOf({ ...whole, takesCourt: false })).toMatchObject({ stadiumId: '3', selectedCourt: null })
  const inText = { ...whole, placeBy: 'text' as const, place: ' 滨江公园 ' }
  expect(bodyOf(inText)).toMatchObject({ stadiumId: null, selectedCourt: null, place: '滨江公园' })
  expect(isOnCourt(inText)).toBe(false)
})

test('the fee is shown for each player and for the initiator', () => {
  expect(feeLine(whole)).toBe('每人预付 ¥36')
  expect(feeLine({ ...whole, minPlayers: 3 })).toBe('每人预付 ¥48，满员时每人 ¥36，多的赛后退回')
  expect(dueOf({ ...whole, minPlayers: 3 })).toBe(4800)
  expect([feeLine({ ...whole, feeBy: 'INITIATOR' }), dueOf({ ...whole, feeBy: 'INITIATOR' })]).toEqual([
    '你一个人付 ¥144，别人不用付',
    14_400,
  ])
  const treat = { ...whole, feeBy: 'INITIATOR' as const, takesCourt: false }
  expect([feeLine(treat), dueOf(treat)]).toEqual(['你请客，费用自己付给场地，这里不用支付', 0])
  expect([feeLine({ ...whole, feeBy: 'free' }), dueOf({ ...whole, feeBy: 'free' })]).toEqual(['大家都不用付钱', 0])
  expect([feeLine({ ...whole, courtYuan: 'x' }), dueOf({ ...whole, courtYuan: 'x' })]).toEqual([
    '填写费用后显示每人多少',
    0,
  ])
})

test('a draft with a past date moves to tomorrow, and its court must be chosen again', () => {
  expect(freshDraft(whole, TODAY)).toBe(whole)
  expect(freshDraft(whole, '2026-11-23')).toMatchObject({
    activityDate: '2026-11-24',
    selectedCourt: null,
    beginTimeSlot: 16,
  })
})

test('a game converted to its form is sent unchanged', () => {
  const form = formOfBall(givenBall())
  expect(form).toMatchObject({ feeBy: 'AA', courtYuan: '112', extrasYuan: '32', takesCourt: true, placeBy: 'venue' })
  expect(bodyOf(form)).toMatchObject({ title: '周六早场', selectedCourt: 4, courtFeeFen: 11_200, minPlayers: 3 })
  expect(formOfBall(givenBall({ courtFeeFen: 123_450, extrasFen: 0 })).courtYuan).toBe('1234.50')
})

test('the fee is fixed once somebody else has paid, and taken seats cannot be removed', () => {
  expect(fixedOf(givenBall())).toEqual({ fee: true, leastPlayers: 3 })
  expect(fixedOf(givenBall({ seats: [givenSeat('20')], seatsTaken: 1 }))).toEqual({ fee: false, leastPlayers: 2 })
})

test('only the initiator changes a game, and only before it begins', () => {
  const own = { viewer: { role: 'initiator' as const } }
  expect(whyNotEdit(givenBall(own), now)).toBeUndefined()
  expect(whyNotEdit(givenBall(), now)).toBe('只有发起人可以修改')
  expect(whyNotEdit(givenBall({ ...own, status: 'CANCELLED' }), now)).toBe('当前状态不允许此操作')
  expect(whyNotEdit(givenBall(own), at('22', '05:59'))).toBeUndefined()
  expect(whyNotEdit(givenBall(own), at('22', '06:00'))).toBe('开球前2小时内不能修改，也不能改到2小时内')
  expect(whyNotEdit(givenBall(own), at('22', '08:00'))).toBe('球局已开始')
})

test('an empty title is proposed from time, place, sport and level; a typed one stays', () => {
  const form = { ...emptyForm('2026-11-20'), placeBy: 'text' as const, place: '徐汇滨江', beginTimeSlot: 38 }
  expect(withTitle(form, undefined).title).toMatch(/^周六 19:00 徐汇滨江 网球双打 \d\.\d–\d\.\d$/)
  expect(withTitle({ ...form, placeBy: 'venue' }, '青杉网球俱乐部').title).toContain('青杉网球俱乐部')
  expect(withTitle({ ...form, place: '很'.repeat(100) }, undefined).title).toHaveLength(40)
  expect(withTitle({ ...form, title: '早场' }, undefined).title).toBe('早场')
})

test('a proposed title follows time and place when its game is changed; a typed one stays', () => {
  const standing = givenBall()
  const proposed = withTitle({ ...formOfBall(standing), title: '' }, standing.stadiumName ?? undefined).title
  expect(proposed).toContain('青杉网球俱乐部')
  const form = formOfBall({ ...standing, title: proposed })
  expect(withTitle(form, standing.stadiumName ?? undefined).title).toBe(proposed)
  expect(withTitle({ ...form, beginTimeSlot: 38, endTimeSlot: 42 }, '高德网球中心').title).toMatch(
    /^周. 19:00 高德网球中心 /,
  )
  expect(withTitle({ ...formOfBall(standing), beginTimeSlot: 38 }, undefined).title).toBe('周六早场')
})
