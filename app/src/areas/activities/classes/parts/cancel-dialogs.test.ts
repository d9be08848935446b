import { expect, test } from 'vitest'
import { at, BY_COACH, CONFIRMED, givenInfo, givenQuote, givenSeat } from '../testing/given-invitation'
import { cancellationRule, cancellationText } from './cancel-dialogs'

const early = at('20', '09:00')
const late = at('22', '09:00')
const confirmed = { invitation: CONFIRMED }

test('in the free time all held hours come back, in addition to the available ones', () => {
  expect(cancellationText(givenInfo('initiator', { ...confirmed, cancellation: givenQuote() }), early)).toEqual({
    title: '取消这节课？',
    press: '取消约课',
    line: '现在离开课 57 小时，可免费取消',
    facts: [
      { name: '退回课时', value: '+1.5', tone: 'gain' },
      { name: '取消后可用', value: '12.5', tone: 'plain' },
    ],
    costs: false,
  })
})

test('a late cancellation shows the lost hours, and adds nothing to the available ones', () => {
  const cancellation = givenQuote({ reason: 'late', lostSessions: 1.5 })
  expect(cancellationText(givenInfo('initiator', { ...confirmed, cancellation }), late)).toEqual({
    title: '取消这节课？',
    press: '取消约课',
    line: '逾时取消将扣除 1.5 课时',
    facts: [
      { name: '扣除课时', value: '−1.5', tone: 'loss' },
      { name: '取消后可用', value: '11', tone: 'plain' },
    ],
    costs: true,
  })
})

test('the first late cancellation in 90 days is forgiven', () => {
  const words = cancellationText(
    givenInfo('initiator', { ...confirmed, cancellation: givenQuote({ reason: 'forgiven' }) }),
    late,
  )
  expect(words).toMatchObject({ line: '本次逾时取消免扣（90天内首次）', costs: false })
  expect(words?.facts[0]).toEqual({ name: '退回课时', value: '+1.5', tone: 'gain' })
})

test('cancelling an unconfirmed request is free', () => {
  const info = givenInfo('initiator', { cancellation: givenQuote({ reason: 'not_confirmed' }) })
  expect(cancellationText(info, early)?.line).toBe('教练还没有确认，可免费取消')
})

test('a coach refuses a request; a player turns down the time that the coach offers, for nothing', () => {
  const asked = givenInfo('coach', { cancellation: givenQuote({ reason: 'by_coach' }) })
  expect(cancellationText(asked, early)).toMatchObject({ title: '拒绝这个申请？', press: '拒绝' })
  const invitation = { offeredAt: at('20', '08:00').toISOString(), askedStartsAt: at('21', '10:00').toISOString() }
  const cancellation = givenQuote({ reason: 'not_confirmed' })
  expect(cancellationText(givenInfo('initiator', { invitation, cancellation }), early)).toMatchObject({
    title: '这个时间不合适？',
    line: '这次申请就取消了，不扣课时',
  })
})

test('the coach reads what the students get back, without the line about hours that are left', () => {
  const info = givenInfo('coach', { ...confirmed, cancellation: givenQuote({ reason: 'by_coach' }) })
  expect(cancellationText(info, late)).toMatchObject({
    line: '教练取消不扣学员课时',
    facts: [{ name: '退回学员课时', value: '+1.5', tone: 'gain' }],
  })
})

test('a joiner leaves only their own seat, which holds nothing in a class that another player pays', () => {
  const cancellation = givenQuote({ heldSessions: 0, reason: 'nothing_held' })
  expect(cancellationText(givenInfo('participant', { ...confirmed, cancellation }), late)).toEqual({
    title: '退出这节课？',
    press: '退出',
    line: '你在这节课没有预占课时',
    facts: [],
    costs: false,
  })
})

test('a player who cancels late after the club changed the class reads that it is free', () => {
  const info = givenInfo('participant', { ...confirmed, cancellation: givenQuote({ reason: 'changed' }) })
  expect(cancellationText(info, late)).toMatchObject({ line: '教练或场馆有变动，可免费取消', costs: false })
  expect(cancellationRule(info, late)).toBe('教练或场馆有变动，可免费取消')
})

test('a player who cancels a class for several reads how many others lose it; giving back a seat shows no such number', () => {
  const responsePlayers = [givenSeat(), givenSeat({ responderId: '11' }), givenSeat({ responderId: '12' })]
  const options = { invitation: CONFIRMED, cancellation: givenQuote(), responsePlayers }
  const together = (info: Parameters<typeof cancellationText>[0]) =>
    cancellationText(info, early)?.facts.find(({ name }) => name === '一起取消')?.value
  expect(together(givenInfo('initiator', options))).toBe('2 位球友')
  expect(together(givenInfo('coach', { ...options, invitation: { ...BY_COACH, ...CONFIRMED } }))).toBe('3 位学员')
  expect(together(givenInfo('participant', options))).toBeUndefined()
})

test('a caller who cannot cancel gets no text', () => {
  expect(cancellationText(givenInfo('viewer'), early)).toBeUndefined()
  expect(cancellationRule(givenInfo('viewer'), early)).toBeUndefined()
})

test('once signed the class counts as running, and its ticket shows no cancellation rule', () => {
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
