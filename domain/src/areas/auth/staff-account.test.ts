import { expect, test } from 'vitest'
import { type AccountDeed, type Colleague, mayCreate, whyNotKeep, whyNotMoveMoney } from './staff-account.ts'

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
const DEEDS: AccountDeed[] = ['reset', 'disable', 'promote']

/** Whose accounts somebody keeps, and by what deeds. */
const KEPT: Record<Name, Partial<Record<Name, AccountDeed[]>>> = {
  senior: { otherSenior: DEEDS, operator: DEEDS, owner: DEEDS, partner: DEEDS, clerk: DEEDS, rival: DEEDS },
  otherSenior: { senior: DEEDS, operator: DEEDS, owner: DEEDS, partner: DEEDS, clerk: DEEDS, rival: DEEDS },
  operator: { owner: DEEDS, partner: DEEDS, clerk: DEEDS, rival: DEEDS },
  owner: { clerk: ['reset', 'disable'] },
  partner: { clerk: ['reset', 'disable'] },
  clerk: {},
  rival: {},
}

test.each(NAMES.flatMap((by) => NAMES.map((of) => [by, of] as const)))(
  'what %s may do to the account of %s is what the table says',
  (by, of) => {
    const done = DEEDS.filter((deed) => whyNotKeep(PEOPLE[by], PEOPLE[of], deed) === undefined)
    expect(done).toEqual(KEPT[by][of] ?? [])
  },
)

test('whose password a colleague made has no hand in moving money until he chose one himself', () => {
  expect(whyNotMoveMoney({ isPasswordGiven: true })).toBe('staff_password_given')
  expect(whyNotMoveMoney({ isPasswordGiven: false })).toBeUndefined()
})

test('whoever may not see an account hears that there is none, and of his own that it is his', () => {
  expect(whyNotKeep(PEOPLE.owner, PEOPLE.rival, 'disable')).toBe('staff_not_found')
  expect(whyNotKeep(PEOPLE.operator, PEOPLE.senior, 'disable')).toBe('staff_not_found')
  expect(whyNotKeep(PEOPLE.senior, PEOPLE.senior, 'disable')).toBe('staff_oneself')
  expect(whyNotKeep(PEOPLE.owner, PEOPLE.partner, 'disable')).toBe('action_forbidden')
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
])('%s making %o: %s', (by, account, may) => {
  expect(mayCreate(PEOPLE[by], account)).toBe(may)
})
