import { expect, test } from 'vitest'
import { companyPathId } from './company-path.ts'

test.each([
  [0, '7'],
  [1, '7'],
  [2, '7-12'],
])('userType %i writes company 7 as %s', (userType, id) => {
  expect(companyPathId('7', { userType, userId: '12' })).toBe(id)
})
