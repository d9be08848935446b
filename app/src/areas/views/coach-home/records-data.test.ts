import { expect, test } from 'vitest'
import { lastMonths, sharesOf, shortMonthText } from './records-data'

const row = (month: string, courseDesignName: string, taughtHours: number, incomeFen: number) => ({
  month,
  courseDesignId: courseDesignName,
  courseDesignName,
  classes: 1,
  taughtHours,
  consumedSessions: taughtHours,
  incomeFen,
})

test('the months up to this one, the oldest first, are listed even where nothing was taught', () => {
  const rows = [row('2027-01', '私教', 1.5, 57000), row('2026-11', '小班', 2, 40000)]
  const months = lastMonths(rows, '2027-01-20', 4)
  expect(months.map(({ month, taughtHours, classes }) => [month, taughtHours, classes])).toEqual([
    ['2026-10', 0, 0],
    ['2026-11', 2, 1],
    ['2026-12', 0, 0],
    ['2027-01', 1.5, 1],
  ])
})

test('a month adds up its courses, the one that earned most first', () => {
  const [month] = lastMonths([row('2026-11', '小班', 2, 40000), row('2026-11', '私教', 1.5, 57000)], '2026-11-20', 1)
  expect(month).toMatchObject({ classes: 2, taughtHours: 3.5, consumedSessions: 3.5, incomeFen: 97000 })
  expect(month?.courses.map(({ courseDesignName }) => courseDesignName)).toEqual(['私教', '小班'])
})

test('bars are shares of the longest, and zero where there is nothing', () => {
  expect(sharesOf([0, 5, 10])).toEqual([0, 50, 100])
  expect(sharesOf([0, 0])).toEqual([0, 0])
})

test('a month has a short name, with its year in January', () => {
  expect([shortMonthText('2026-11'), shortMonthText('2027-01')]).toEqual(['11月', '27年1月'])
})
