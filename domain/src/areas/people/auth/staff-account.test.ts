import { expect, test } from 'vitest'
import { type AccountAction, type Colleague, mayCreate, whyNotManage, whyNotMoveMoney } from './staff-account.ts'

const PEOPLE = {
  senior: { id: '1', role: 'senior', merchantId: null },
  otherSenior: { id: '2', role: 'senior', merchantId: null },
  operator: { id: '3', role: 'operator', merchantId: null },
  owner: { id: '4', role: 'owner', merchantId: '10' },
  partner: { id: '5', role: 'owner', merchantId: '10' },
  clerk: { id: '6', role: 'merchant', merchantId: '10' },
  rival: { id: '7', role: 'merchant', merchantId: '20' },
} as const satisfies Record<string, Colleague>
type Name = keyof typeof PEOPLE
const NAMES = Object.keys(PEOPLE) as Name[]
const ACTIONS: AccountAction[] = ['reset', 'disable', 'promote']

/** The accounts that each person manages, with the allowed actions. */
const KEPT: Record<Name, Partial<Record<Name, AccountAction[]>>> = {
  senior: { otherSenior: ACTIONS, operator: ACTIONS, owner: ACTIONS, partner: ACTIONS, clerk: ACTIONS, rival: ACTIONS },
  otherSenior: { senior: ACTIONS, operator: ACTIONS, owner: ACTIONS, partner: ACTIONS, clerk: ACTIONS, rival: ACTIONS },
  operator: { owner: ACTIONS, partner: ACTIONS, clerk: ACTIONS, rival: ACTIONS },
  owner: { clerk: ['reset', 'disable'] },
  partner: { clerk: ['reset', 'disable'] },
  clerk: {},
  rival: {},
}

test.each(NAMES.flatMap((by) => NAMES.map((of) => [by, of] as const)))(
  '%s may do to the account of %s exactly what the table says',
  (by, of) => {
    const done = ACTIONS.filter((action) => whyNotManage(PEOPLE[by], PEOPLE[of], action) === undefined)
    expect(done).toEqual(KEPT[by][of] ?? [])
  },
)

test('a staff member whose password a colleague made cannot move money before choosing a new one', () => {
  expect(whyNotMoveMoney({ isPasswordGiven: true })).toBe('staff_password_given')
  expect(whyNotMoveMoney({ isPasswordGiven: false })).toBeUndefined()
})

test('a hidden account is answered as missing, and the caller’s own as the caller’s own', () => {
  expect(whyNotManage(PEOPLE.owner, PEOPLE.rival, 'disable')).toBe('staff_not_found')
  expect(whyNotManage(PEOPLE.operator, PEOPLE.senior, 'disable')).toBe('staff_not_found')
  expect(whyNotManage(PEOPLE.senior, PEOPLE.senior, 'disable')).toBe('staff_oneself')
  expect(whyNotManage(PEOPLE.owner, PEOPLE.partner, 'disable')).toBe('action_forbidden')
})

test.each<[Name, { merchantId: string | null; isLead: boolean }, boolean]>([
  ['senior', { merchantId: null, isLead: true }, true],
  ['operator', { merchantId: null, isLead: false }, false],
  ['operator', { merchantId: '10', isLead: true }, true],
  ['owner', { merchantId: '10', isLead: false }, true],
  ['owner', { merchantId: '10', isLead: true }, false],
  ['owner', { merchantId: '20', isLead: false }, false],
  ['owner', { merchantId: null, isLead: false }, false],
  ['clerk', { merchantId: '10', isLead: false }, false],
])('%s creates %o: %s', (by, account, may) => {
  expect(mayCreate(PEOPLE[by], account)).toBe(may)
})
