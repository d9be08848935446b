import { expect, test } from 'vitest'
import { givenShop } from '../testing/given-job'
import { isOutOfStock, offersOf } from './offer-labels'

test('an offer is listed by sport, the cheapest labour first and extras last', () => {
  const shop = givenShop()
  const dear = { id: '9', kind: 'LABOUR' as const, sport: 'tennis' as const, name: '比赛级', priceFen: 9000 }
  const offers = offersOf({ ...shop, services: [dear, ...shop.services] })
  expect(offers.map(({ sport, services, strings }) => [sport, services.map(({ id }) => id), strings.length])).toEqual([
    ['tennis', ['1', '9', '2'], 3],
    ['badminton', ['5'], 1],
  ])
  expect(offersOf({ services: [], strings: [] })).toEqual([])
})

test('a string is out of stock when it is too short for the shorter half of a bed', () => {
  const left = (sport: 'tennis' | 'badminton', freeMetres: number) => isOutOfStock({ sport, freeMetres })
  expect([left('tennis', 5.4), left('tennis', 5.5), left('badminton', 4.4), left('badminton', 4.5)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})
