import * as declared from '@paidang/api/declared'
import type { Endpoint } from '@paidang/api/endpoint'
import { isForStaff } from '@paidang/domain/kernel/access'
import { expect, test } from 'vitest'
import { readPermissionMatrix } from '../http/permission-matrix.ts'
import { kindOf, personalFieldsIn, readPersonalFields } from './personal-fields.ts'

/** Patterns of names that may describe a person. */
const LOOKS_PERSONAL =
  /phone|mail|address|real|note|remark|reason|answer|message|words|text|fen$|sessions$|wechat|token|code$/i

/** Names that match but are public or do not describe a person. */
const OPEN_NAMES = [
  'answeredAt',
  'answeredBy',
  'answerer',
  'code',
  'consumedSessions',
  'courierFeeFen',
  'courtCode',
  'courtFeeFen',
  'expiredSessions',
  'extrasFen',
  'feeFen',
  // Of a class or game whose court closes: what goes back, not what a person has.
  'fen',
  'halfPriceFen',
  'hasWechat',
  'isPhoneUnverified',
  'lostFen',
  'lostGiftFen',
  'lostSessions',
  'mayAnswer',
  'messageId',
  'monthConsumedSessions',
  'neededSessions',
  'originalFen',
  'phoneVerified',
  'priceFen',
  'regionCode',
  'seenPriceFen',
  'sessions',
  'stadiumAddress',
  'todaySessions',
  'transferNote',
  'trialFen',
  'unitFen',
  'wechat',
  'wechatIdOpen',
  'wechatPay',
]

/** Fields without a value in the fixture world. Other tests cover who reads them. */
const EMPTY_FIELDS = [
  'claimed.username',
  'coach.realName',
  'coach.reason',
  'device',
  'events.reason',
  'figures.monthIncomeFen',
  'joinCost.availableSessions',
  'link.phone',
  'monthIncomeFen',
  'objections.answer',
  'objections.words',
  'outFen',
  'purchases.refundedFen',
  'purchases.returnedFen',
  'refund.answer',
  'refundAnswer',
  // Only a class under a policy has it; the tests of policies read it.
  'responsePlayers.usedSessions',
  // Only a class or seat that is over has it; the tests of policies read it.
  'settled.bonusSessions',
  'settled.returnedSessions',
  // Only a trial lesson that is over has it; the tests of trial lessons read it.
  'trialMoney.refundedFen',
  // A trial lesson that waits has no answer yet.
  'trials.answer',
  'venues.address',
]

type Schema = { properties?: Record<string, Schema>; items?: Schema; anyOf?: Schema[] }

/** The paths of all fields that a schema answers. For a field with sub-fields only the paths of those. */
function fieldsOf({ properties, items, anyOf }: Schema, path: string[] = []): string[][] {
  const own = Object.entries(properties ?? {}).flatMap(([name, inner]) => {
    const below = fieldsOf(inner, [...path, name])
    return below.length > 0 ? below : [[...path, name]]
  })
  const inLists = items ? fieldsOf(items, path) : []
  return [...own, ...inLists, ...(anyOf ?? []).flatMap((one) => fieldsOf(one, path))]
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'access' in value && 'data' in value

const ofApp = Object.values<Record<string, unknown>>(declared)
  .flatMap((area) => Object.values(area).filter(isEndpoint))
  .filter((one) => !isForStaff(one.access))
const answered = ofApp.flatMap(({ data }) => fieldsOf(data as Schema))

const rows = readPersonalFields()
/** A field with its parent: `address.phone`. */
const shortPath = (path: readonly string[]) => path.slice(-2).join('.')
const pathOf = (field: string) => field.replaceAll('[]', '').split('.').filter(Boolean)

test('the table names rows of the permission matrix, and fields of the stated kind', () => {
  const known = new Set(readPermissionMatrix().map((row) => `${row.endpoint} | ${row.case}`))
  expect(rows.filter((row) => !known.has(`${row.endpoint} | ${row.case}`))).toEqual([])
  const kinds = rows.flatMap(({ kind, fields }) =>
    fields.map((field) => [field, kind, kindOf(pathOf(field).at(-1) ?? '')]),
  )
  expect(kinds.filter(([, said, is]) => said !== is)).toEqual([])
  expect(rows.filter(({ readers }) => readers.length === 0)).toEqual([])
})

test('every name that looks personal is listed as personal or as open', () => {
  const names = new Set(answered.map((path) => path.at(-1) ?? ''))
  const doubtful = [...names].filter((name) => LOOKS_PERSONAL.test(name) && !kindOf(name))
  expect(doubtful.sort()).toEqual(OPEN_NAMES)
})

test('every personal field that the app can receive has a value somewhere in the fixture world', () => {
  const held = new Set(rows.flatMap(({ fields }) => fields.map((field) => shortPath(pathOf(field)))))
  const personal = answered.filter((path) => kindOf(path.at(-1) ?? '')).map(shortPath)
  expect([...new Set(personal)].filter((path) => !held.has(path)).sort()).toEqual(EMPTY_FIELDS)
})

test('personal fields are found by name at any depth if they have a value', () => {
  const answer = {
    seats: [{ noShowAnswer: '堵车', user: { phone: '' } }, { noShowAnswer: null }],
    sharesFen: [1],
    feeFen: 5,
  }
  expect(personalFieldsIn(answer)).toEqual(['seats[].noShowAnswer', 'sharesFen'])
})
