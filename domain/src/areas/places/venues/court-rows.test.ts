import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CourtRow, courtCodesOf, MAX_COURTS, whyNotCourts } from './court-rows.ts'

const row = (id: string | null, over: Partial<CourtRow> = {}): CourtRow => ({
  id,
  courtCode: `C${id ?? 'new'}`,
  name: `${id ?? '新'}号场`,
  ...over,
})
const PRESENT = ['1', '2', '3']

test.each<[string, CourtRow[], ReturnType<typeof whyNotCourts>]>([
  ['all as they are', PRESENT.map((id) => row(id)), undefined],
  ['one more at the end', [...PRESENT.map((id) => row(id)), row(null)], undefined],
  ['the last gone', [row('1'), row('2')], undefined],
  ['the last replaced', [row('1'), row('2'), row(null)], undefined],
  ['codes that change hands', [row('1', { courtCode: 'C2' }), row('2', { courtCode: 'C1' })], undefined],
  ['none', [], 'venue_courts_missing'],
  ['one gone from the middle', [row('1'), row('3')], 'courts_out_of_order'],
  ['two that changed places', [row('2'), row('1'), row('3')], 'courts_out_of_order'],
  ['a new one before others', [row(null), ...PRESENT.map((id) => row(id))], 'courts_out_of_order'],
  ['one of elsewhere', [...PRESENT.map((id) => row(id)), row('9')], 'courts_out_of_order'],
  ['one twice', [row('1'), row('1', { courtCode: 'X' })], 'courts_out_of_order'],
  ['no name', [row('1', { name: '' })], 'court_name_missing'],
  ['no code', [row('1', { courtCode: '' })], 'court_code_invalid'],
  ['a comma in a code', [row('1', { courtCode: 'A，1' })], 'court_code_invalid'],
  ['a code twice', [row('1'), row('2', { courtCode: 'C1' })], 'court_code_taken'],
])('%s', (_what, input, refusal) => {
  expect(whyNotCourts(PRESENT, input)).toBe(refusal)
})

test('sixty courts are allowed, and no more', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => row(null, { courtCode: `${index}` }))
  expect(whyNotCourts([], rows(MAX_COURTS))).toBeUndefined()
  expect(whyNotCourts([], rows(MAX_COURTS + 1))).toBe('venue_courts_too_many')
})

test('an accepted change keeps the positions of existing courts, and its codes survive being joined in one line', () => {
  const anyRow = fc.record({
    id: fc.option(fc.constantFrom(...PRESENT)),
    courtCode: fc.string({ maxLength: 3 }).map((code) => code.trim()),
    name: fc.constantFrom('', '一号'),
  })
  fc.assert(
    fc.property(fc.array(anyRow, { maxLength: 6 }), (input) => {
      if (whyNotCourts(PRESENT, input) !== undefined) return
      for (const [index, { id }] of input.entries()) if (id !== null) expect(PRESENT[index]).toBe(id)
      const codes = courtCodesOf(input)?.split(',') ?? input.map((_, index) => String(index))
      expect(codes).toEqual(input.map(({ courtCode }) => courtCode))
    }),
  )
})
