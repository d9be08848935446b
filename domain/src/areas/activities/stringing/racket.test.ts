import { expect, test } from 'vitest'
import { type RacketInput, whyNotRacket } from './racket.ts'

const racket: RacketInput = { sport: 'tennis', brand: '海德', model: '速度 MP', minTension: 48, maxTension: 57 }

test.each([
  ['limits of its own', {}],
  ['none', { minTension: null, maxTension: null }],
  ['only a lower one', { maxTension: null }],
  ['only an upper one', { minTension: null }],
  ['the limits of its sport', { minTension: 30, maxTension: 70 }],
  ['one tension alone', { minTension: 55, maxTension: 55 }],
] as const)('a racket with %s is accepted', (_case, over) => {
  expect(whyNotRacket({ ...racket, ...over })).toBeUndefined()
})

test.each([
  ['without a brand', { brand: ' ' }, 'racket_name_missing'],
  ['without a model', { model: '' }, 'racket_name_missing'],
  ['whose limits are the wrong way round', { minTension: 57, maxTension: 48 }, 'racket_limits_invalid'],
  ['strung looser than its sport allows', { minTension: 29.5 }, 'racket_limits_invalid'],
  ['strung tighter than its sport allows', { maxTension: 70.5 }, 'racket_limits_invalid'],
  ['whose upper limit is below its sport', { minTension: null, maxTension: 20 }, 'racket_limits_invalid'],
  ['for badminton with limits for tennis', { sport: 'badminton' }, 'racket_limits_invalid'],
] as const)('a racket %s is refused', (_case, over, refusal) => {
  expect(whyNotRacket({ ...racket, ...over })).toBe(refusal)
})
