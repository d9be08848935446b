import { expect, test } from 'vitest'
import { courtsOf, numberedCourtName } from './courts.ts'

const named = (...names: string[]) => names.map((name) => ({ courtCode: name, name }))

test.each([
  ['trims each entry', { courtCodes: ' A1 ,B2,  中心场' }, named('A1', 'B2', '中心场')],
  ['drops blank entries', { courtCodes: ',A1,, ,B2,' }, named('A1', 'B2')],
  ['keeps a repeated code once', { courtCodes: 'A1,B2,A1 ' }, named('A1', 'B2')],
  ['prefers the codes to the count', { courtCodes: 'A1', courtCount: 8 }, named('A1')],
  [
    'counts where there are no codes',
    { courtCount: 2 },
    [
      { courtCode: '0', name: '场地1' },
      { courtCode: '1', name: '场地2' },
    ],
  ],
  ['counts where all codes are blank', { courtCodes: ' , ', courtCount: 1 }, [{ courtCode: '0', name: '场地1' }]],
  ['knows no court of a venue without either', {}, []],
  ['knows no court where both are null', { courtCodes: null, courtCount: null }, []],
  ['knows no court for a negative count', { courtCount: -1 }, []],
])('%s', (_case, venue, expected) => {
  expect(courtsOf(venue)).toEqual(expected)
})

test('the other form numbers the courts from 1', () => {
  expect([0, 9].map(numberedCourtName)).toEqual(['1号场', '10号场'])
})
