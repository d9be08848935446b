import { expect, test } from 'vitest'
import { whyNotRequestMore } from './open-requests.ts'

const TOO_MANY = 'invitations_unconfirmed'

test.each([
  ['the third with a coach, without hours', 3, 3, true, undefined],
  ['the fourth with a coach, without hours', 4, 4, true, TOO_MANY],
  ['the sixth in all, without hours', 1, 6, true, undefined],
  ['the seventh in all, without hours', 1, 7, true, TOO_MANY],
  ['the tenth, with hours', 10, 10, false, undefined],
  ['the eleventh in all, with hours', 1, 11, false, TOO_MANY],
] as const)('%s', (_case, withCoach, inAll, needContract, refusal) => {
  expect(whyNotRequestMore({ withCoach, inAll, needContract })).toBe(refusal)
})
