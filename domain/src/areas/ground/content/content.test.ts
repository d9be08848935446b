import { expect, test } from 'vitest'
import {
  CONTENT_FIELDS,
  type ContentVerdict,
  checkedField,
  imitatesPlaceholder,
  labelName,
  placeholderOf,
  sortContent,
  sortSubmitted,
} from './content.ts'

const PASSED: ContentVerdict = { verdict: 'passed' }
const UNDECIDED: ContentVerdict = { verdict: 'undecided', traceId: 'trace 1' }
const sort = (
  submitted: Parameters<typeof sortContent<'user'>>[1]['submitted'],
  present: typeof submitted,
  verdicts: Record<string, ContentVerdict> = {},
) => sortContent('user', { submitted, present, verdicts: new Map(Object.entries(verdicts)) })

test('approved content is applied, and so is content that others already see', () => {
  expect(sort({ nickname: ['小满'], description: ['旧'] }, { description: ['旧'] }, { 小满: PASSED })).toEqual({
    applied: { nickname: ['小满'], description: ['旧'] },
    held: [],
  })
})

test('a held text keeps the earlier text visible', () => {
  expect(sort({ nickname: ['小满'] }, { nickname: ['小王'] }, { 小满: UNDECIDED })).toEqual({
    applied: { nickname: ['小王'] },
    held: [{ field: 'nickname', value: '小满', traceId: 'trace 1' }],
  })
})

test('content without a verdict is held', () => {
  expect(sort({ avatar: ['new'] }, {})).toEqual({
    applied: { avatar: [] },
    held: [{ field: 'avatar', value: 'new', traceId: undefined }],
  })
})

test('of several pictures only the waiting ones are held, and the order of the others stays', () => {
  expect(sort({ nicePhotos: ['c', 'b', 'a'] }, { nicePhotos: ['a'] }, { b: UNDECIDED, c: PASSED })).toEqual({
    applied: { nicePhotos: ['c', 'a'] },
    held: [{ field: 'nicePhotos', value: 'b', traceId: 'trace 1' }],
  })
})

test('an emptied field is applied', () => {
  expect(sort({ description: [] }, { description: ['旧'] })).toEqual({ applied: { description: [] }, held: [] })
})

test('one unfit value refuses the whole form, unless others already see it', () => {
  const rejected: ContentVerdict = { verdict: 'rejected', label: 10001 }
  expect(sort({ nickname: ['小满'], description: ['加群'] }, {}, { 小满: PASSED, 加群: rejected })).toEqual({
    rejected: { field: 'description', label: 10001 },
  })
  expect(sort({ description: ['加群'] }, { description: ['加群'] }, { 加群: rejected })).toMatchObject({ held: [] })
})

test('every field has a name, and an unknown field has none', () => {
  for (const fields of Object.values(CONTENT_FIELDS)) {
    for (const { name } of Object.values(fields)) expect(name).not.toBe('')
  }
  expect(checkedField('card', 'phone')).toBeUndefined()
  expect([labelName(20003), labelName(2)]).toEqual(['辱骂', '违规内容'])
})

const FORMER = { id: '7', field: 'reason', value: '受伤', state: 'WAITING' as const }
const say = (
  reason: string,
  verdict: ContentVerdict = UNDECIDED,
  former: Parameters<typeof sortSubmitted>[2]['former'] = [],
) => sortSubmitted('class', { reason }, { verdicts: new Map([[reason, verdict]]), former })

test('approved texts are applied, texts without a verdict wait, unfit ones are refused', () => {
  expect(say('受伤', PASSED)).toEqual({ said: [{ field: 'reason', text: '受伤', isHeld: false }] })
  expect(say('受伤')).toEqual({ said: [{ field: 'reason', text: '受伤', isHeld: true, heldId: undefined }] })
  expect(say('加群', { verdict: 'rejected', label: 10001 })).toEqual({ rejected: { field: 'reason', label: 10001 } })
  expect(say('天气原因')).toEqual({ said: [{ field: 'reason', text: '天气原因', isHeld: false }] })
  expect(say('')).toEqual({ said: [{ field: 'reason', text: '', isHeld: false }] })
})

test('a waiting or approved text sent again stays the same, and so does its placeholder', () => {
  const same = { said: [{ field: 'reason', text: '受伤', isHeld: true, heldId: '7' }] }
  for (const typed of ['受伤', placeholderOf('7')]) expect(say(typed, UNDECIDED, [FORMER])).toEqual(same)
  const approved = { ...FORMER, state: 'APPROVED' as const }
  expect(say('受伤', UNDECIDED, [approved])).toMatchObject({ said: [{ text: '受伤', isHeld: false }] })
  const elsewhere = { ...FORMER, field: 'answer' }
  expect(say('受伤', UNDECIDED, [elsewhere])).toMatchObject({ said: [{ isHeld: true, heldId: undefined }] })
})

test.each([
  ['（审核中，编号 7）', true],
  ['( 审核中, 编号', true],
  ['（未\u200b公开）', true],
  ['（未公开的原因）', false],
  ['审核中', false],
])('whether %j imitates a placeholder: %s', (text, imitates) => {
  expect(imitatesPlaceholder(text)).toBe(imitates)
})
