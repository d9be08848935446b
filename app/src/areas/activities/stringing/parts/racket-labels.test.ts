import { STRINGING_STATUSES } from '@paidang/domain/areas/activities/stringing/order-status'
import { expect, test } from 'vitest'
import { givenRacket, givenSummary } from '../testing/given-job'
import {
  heroRacket,
  nextStep,
  racketFacts,
  racketName,
  stringingTag,
  wearFacts,
  wearSentence,
  wearShare,
} from './racket-labels'

const fresh = { hours: 0, days: 0, lifeHours: 25, lifeDays: 90, isDue: false }

test.each([
  ['never strung here', null, '还没有在这里穿过线'],
  ['strung today', fresh, '今天刚穿好'],
  ['not played with', { ...fresh, days: 12 }, '穿好 12 天，还没打过'],
  ['played with', { ...fresh, days: 12, hours: 7.25 }, '已打 7.3 小时，还能打'],
  ['worn by hours', { ...fresh, days: 12, hours: 26, isDue: true }, '已打 26 小时，建议换线'],
  ['worn by days', { ...fresh, days: 95, hours: 3, isDue: true }, '穿了 95 天，建议换线'],
])('strings %s', (_case, wear, words) => {
  expect(wearSentence(wear)).toBe(words)
})

test('wear is shown beside the life of the strings, by whichever limit is reached first', () => {
  const wear = { ...fresh, hours: 5, days: 45 }
  expect(wearFacts(wear)).toEqual(['已打 5 / 25 小时', '已穿 45 / 90 天'])
  expect([wearShare(wear), wearShare(fresh), wearShare({ ...wear, days: 400 })]).toEqual([0.5, 0, 1])
})

test('a racket has a name and the known facts', () => {
  expect(racketName(givenRacket())).toBe('暴力 98')
  expect(racketFacts(givenRacket())).toEqual(['网球', '16×19', '305 g', '编号 A-07'])
  expect(racketFacts(givenRacket({ pattern: '', weightGrams: null, code: '' }))).toEqual(['网球'])
})

test('the tab shows a main racket that is due, else the first racket', () => {
  const [first, second] = [givenRacket({ id: '1' }), givenRacket({ id: '2', wear: { ...fresh, isDue: true } })]
  expect(heroRacket([first, second])?.id).toBe('2')
  expect(heroRacket([first, { ...second, isMain: false }])?.id).toBe('1')
  expect(heroRacket([])).toBeUndefined()
})

test('each status has a text, and says what happens next', () => {
  const steps = STRINGING_STATUSES.map((status) => [
    stringingTag({ status }).text,
    nextStep(givenSummary({ status })),
    nextStep(givenSummary({ status, handIn: 'COURIER' })),
  ])
  expect(steps).toEqual([
    ['待付款', '待付款 ¥263', '待付款 ¥263'],
    ['待送拍', '请把球拍送到弦音穿线工作室', '等弦音穿线工作室上门取拍'],
    ['已收拍', '弦音穿线工作室已收拍，排队穿线', '弦音穿线工作室已收拍，排队穿线'],
    ['穿线中', '弦音穿线工作室正在穿线', '弦音穿线工作室正在穿线'],
    ['待取拍', '穿好了，请到弦音穿线工作室取拍', '穿好了，等待送回'],
    ['已完成', '弦音穿线工作室', '弦音穿线工作室'],
    ['已取消', '弦音穿线工作室，已取消', '弦音穿线工作室，已取消'],
  ])
})
