import { expect, test } from 'vitest'
import { givenRacket } from '../testing/given-job'
import { draftOfRacket, EMPTY_RACKET, isRacketChanged, racketFaults, racketForm } from './racket-fields'

const draft = draftOfRacket(givenRacket())
const LIMITS = '请填写正确的磅数范围，网球拍 30–70 lb'

test('a racket that is converted to a draft is sent unchanged', () => {
  expect(racketFaults(draft)).toEqual({})
  expect(racketForm({ ...draft, brand: ' 暴力 ' })).toEqual({
    sport: 'tennis',
    brand: '暴力',
    model: '98',
    gripSize: '',
    pattern: '16×19',
    weightGrams: 305,
    code: 'A-07',
    minTension: 45,
    maxTension: 60,
    isMain: true,
  })
})

test('only brand and model are required', () => {
  expect(racketFaults(EMPTY_RACKET)).toEqual({ brand: '请填写品牌', model: '请填写型号' })
  const named = { ...EMPTY_RACKET, brand: '暴力', model: '98' }
  expect(racketFaults(named)).toEqual({})
  expect(racketForm(named)).toMatchObject({ weightGrams: null, minTension: null, maxTension: null })
})

test.each([
  ['no number', { weight: '三百' }, { weight: '请填写 50 到 500 的整数' }],
  ['a weight that no racket has', { weight: '49' }, { weight: '请填写 50 到 500 的整数' }],
  ['half a gram', { weight: '305.5' }, { weight: '请填写 50 到 500 的整数' }],
  ['limits the wrong way round', { minTension: '60', maxTension: '45' }, { limits: LIMITS }],
  ['a limit beyond the sport', { maxTension: '71' }, { limits: LIMITS }],
  ['a quarter of a pound', { minTension: '45.25' }, { limits: LIMITS }],
  ['a limit that is no number', { minTension: '四十' }, { limits: LIMITS }],
])('%s is a fault', (_case, change, faults) => {
  expect(racketFaults({ ...draft, ...change })).toEqual(faults)
})

test('a single limit and half pounds are accepted', () => {
  expect(racketFaults({ ...draft, minTension: '', maxTension: '60.5' })).toEqual({})
})

test('every difference counts as a change of the draft', () => {
  expect(isRacketChanged(draft, { ...draft })).toBe(false)
  expect(isRacketChanged(draft, { ...draft, code: '' })).toBe(true)
})
