import { Type } from 'typebox'
import { expect, test } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { refusalsOf } from './refusals.ts'
import { freeText, UserId } from './shapes.ts'

const read: Endpoint = { method: 'GET', path: '/x', access: 'open', summary: 'Reads', data: Type.Null() }
const write: Endpoint = { ...read, method: 'POST', access: 'app' }

test('a call is refused with what it declares and what follows from its fields, each once', () => {
  expect(refusalsOf({ ...read, errors: ['card_not_found', 'input_invalid'] })).toEqual([
    'input_invalid',
    'forwarding_refused',
    'requests_too_many',
    'unexpected',
    'server_busy',
    'card_not_found',
  ])
})

test.each<[string, Endpoint, Endpoint, string[]]>([
  ['a log-in', read, { ...read, access: 'app' }, ['session_expired', 'action_forbidden']],
  ['the console', { ...read, access: 'app' }, { ...read, access: 'operator' }, ['factor_demanded']],
  ['a required key', write, { ...write, once: 'by-key' }, ['idempotency_key_missing']],
  ['a revision', write, { ...write, decidesOn: 'products' }, ['revision_outdated']],
  ['text of people', write, { ...write, body: Type.Object({ note: freeText(9) }) }, ['text_hidden']],
  ['a guest id', read, { ...read, params: Type.Object({ userId: UserId }) }, ['user_id_missing']],
  ['a feature', read, { ...read, needs: 'shop' }, ['shop_off']],
  ['a missing field', write, { ...write, missing: { id: 'id_missing' } }, ['id_missing']],
])('%s adds its refusals', (_what, without, having, added) => {
  const before = refusalsOf(without)
  expect(refusalsOf(having).filter((code) => !before.includes(code))).toEqual(added)
})

test('only a write that heeds the key refuses a key', () => {
  const refusesKeys = (endpoint: Endpoint) => refusalsOf(endpoint).includes('idempotency_key_reused')
  expect(
    [write, { ...write, reads: true as const }, { ...write, guardsItself: true as const }, read].map(refusesKeys),
  ).toEqual([true, false, false, false])
})
