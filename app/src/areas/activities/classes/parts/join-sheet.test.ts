import { expect, test } from 'vitest'
import { at, BY_COACH, givenInfo } from '../testing/given-invitation'
import { joinText } from './join-sheet'

const now = at('20', '09:41')
const costing = (availableSessions: number) =>
  givenInfo('viewer', {
    invitation: BY_COACH,
    reqUser: { joinCost: { neededSessions: 1, availableSessions } },
  })

test('a seat in a player’s class costs nothing', () => {
  const { cost, facts, refusal } = joinText(givenInfo('viewer'), now)
  expect([cost, refusal]).toEqual(['由发起人的合同支付，不占用你的课时', undefined])
  expect(facts).toEqual([
    { name: '课程', value: '成人私教 1 对 1' },
    { name: '时间', value: '11.22 周日 18:30–20:00' },
    { name: '地点', value: '星湖网球中心 3号场' },
    { name: '教练', value: '王启明' },
    { name: '名额', value: '还剩 1 个' },
  ])
})

test('a seat in a coach’s class shows what it holds, and until when it can be given back free', () => {
  const { cost, facts } = joinText(costing(8), now)
  expect(cost).toBe('参与后预占 1 课时，可用 8 课时')
  expect(facts.at(-1)).toEqual({ name: '退出规则', value: '11.21 18:30 前免费退出' })
  expect(joinText(costing(8), at('21', '18:31')).facts.at(-1)).toEqual({ name: '退出规则', value: '已过免费退出时间' })
})

test('too few hours are refused, exactly enough hours are accepted', () => {
  expect(joinText(costing(1), now).refusal).toBeUndefined()
  expect(joinText(costing(0.5), now)).toMatchObject({
    cost: '需要 1 课时，可用 0.5 课时',
    refusal: '课时不足，请联系教练缔约',
  })
})
