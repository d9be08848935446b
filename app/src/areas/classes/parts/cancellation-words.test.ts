import { expect, test } from 'vitest'
import { at, BY_COACH, CONFIRMED, givenInfo, givenQuote, givenSeat } from '../testing/given-invitation'
import { cancellationRule, cancellationWords } from './cancellation-words'

const early = at('20', '09:00')
const late = at('22', '09:00')
const confirmed = { invitation: CONFIRMED }

test('in the free time everything comes back, on top of what was available', () => {
  expect(cancellationWords(givenInfo('initiator', { ...confirmed, cancellation: givenQuote() }), early)).toEqual({
    title: '取消这节课？',
    line: '现在离开课 57 小时，可免费取消',
    facts: [
      { name: '退回课时', value: '+1.5', tone: 'gain' },
      { name: '取消后可用', value: '12.5', tone: 'plain' },
    ],
    costs: false,
  })
})

test('a late cancellation says what is lost, and that nothing is added to what is available', () => {
  const cancellation = givenQuote({ reason: 'late', lostSessions: 1.5 })
  expect(cancellationWords(givenInfo('initiator', { ...confirmed, cancellation }), late)).toEqual({
    title: '取消这节课？',
    line: '逾时取消将扣除 1.5 课时',
    facts: [
      { name: '扣除课时', value: '−1.5', tone: 'loss' },
      { name: '取消后可用', value: '11', tone: 'plain' },
    ],
    costs: true,
  })
})

test('the first late one in 90 days is forgiven', () => {
  const words = cancellationWords(
    givenInfo('initiator', { ...confirmed, cancellation: givenQuote({ reason: 'forgiven' }) }),
    late,
  )
  expect(words).toMatchObject({ line: '本次逾时取消免扣（90天内首次）', costs: false })
  expect(words?.facts[0]).toEqual({ name: '退回课时', value: '+1.5', tone: 'gain' })
})

test('a request that nobody confirmed is free', () => {
  const info = givenInfo('initiator', { cancellation: givenQuote({ reason: 'not_confirmed' }) })
  expect(cancellationWords(info, early)?.line).toBe('教练还没有确认，可免费取消')
})

test('the coach hears what his students get back, not what he would have left', () => {
  const info = givenInfo('coach', { ...confirmed, cancellation: givenQuote({ reason: 'by_coach' }) })
  expect(cancellationWords(info, late)).toMatchObject({
    line: '教练取消不扣学员课时',
    facts: [{ name: '退回学员课时', value: '+1.5', tone: 'gain' }],
  })
})

test('a joiner leaves his own seat, which holds nothing in a class another pays for', () => {
  const cancellation = givenQuote({ heldSessions: 0, reason: 'nothing_held' })
  expect(cancellationWords(givenInfo('participant', { ...confirmed, cancellation }), late)).toEqual({
    title: '退出这节课？',
    line: '你在这节课没有预占课时',
    facts: [],
    costs: false,
  })
})

test('who cancels late after the club changed the class hears that it is free', () => {
  const info = givenInfo('participant', { ...confirmed, cancellation: givenQuote({ reason: 'changed' }) })
  expect(cancellationWords(info, late)).toMatchObject({ line: '教练或场馆有变动，可免费取消', costs: false })
  expect(cancellationRule(info, late)).toBe('教练或场馆有变动，可免费取消')
})

test('who cancels a class for several hears how many lose it with him, who gives his seat back does not', () => {
  const responsePlayers = [givenSeat(), givenSeat({ responderId: '11' }), givenSeat({ responderId: '12' })]
  const options = { invitation: CONFIRMED, cancellation: givenQuote(), responsePlayers }
  const together = (info: Parameters<typeof cancellationWords>[0]) =>
    cancellationWords(info, early)?.facts.find(({ name }) => name === '一起取消')?.value
  expect(together(givenInfo('initiator', options))).toBe('2 位球友')
  expect(together(givenInfo('coach', { ...options, invitation: { ...BY_COACH, ...CONFIRMED } }))).toBe('3 位学员')
  expect(together(givenInfo('participant', options))).toBeUndefined()
})

test('who cannot cancel hears nothing', () => {
  expect(cancellationWords(givenInfo('viewer'), early)).toBeUndefined()
  expect(cancellationRule(givenInfo('viewer'), early)).toBeUndefined()
})

test('once signed the class is being held, and the rule is gone from the ticket', () => {
  const invitation = { ...CONFIRMED, signedAt: at('22', '18:10').toISOString() }
  const info = givenInfo('initiator', { invitation, cancellation: givenQuote({ reason: 'late', lostSessions: 1.5 }) })
  expect(cancellationRule(info, at('22', '18:20'))).toBeUndefined()
})

test.each([
  ['before the limit', {}, early, '11.21 18:30 前免费取消'],
  ['at the very limit', {}, at('21', '18:30'), '11.21 18:30 前免费取消'],
  ['after it', { reason: 'late', lostSessions: 1.5 }, late, '现在取消扣 1.5 课时'],
  ['when forgiven', { reason: 'forgiven' }, late, '已过免费时间，本次免扣'],
  ['while nobody has confirmed', { reason: 'not_confirmed' }, late, '教练确认前可免费取消'],
  ['for the coach after it', { reason: 'by_coach' }, late, '11.21 18:30 后球员取消扣课时'],
] as const)('the rule on the ticket %s', (_when, changes, now, rule) => {
  expect(cancellationRule(givenInfo('initiator', { cancellation: givenQuote(changes) }), now)).toBe(rule)
})
