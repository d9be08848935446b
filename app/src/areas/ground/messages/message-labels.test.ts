import { expect, test } from 'vitest'
import { contentText, isToDecide, messageLink, messageTabOf, sentText, verdictOf, verdictText } from './message-labels'

const now = new Date('2026-11-20T12:00:00+08:00')

test.each([
  ['2026-11-20T11:59:40+08:00', '刚刚'],
  ['2026-11-20T11:40:00+08:00', '20 分钟前'],
  ['2026-11-20T09:00:00+08:00', '09:00'],
  ['2026-11-19T23:50:00+08:00', '昨天'],
  ['2026-11-18T10:00:00+08:00', '11.18'],
  ['2025-11-18T10:00:00+08:00', '2025.11.18'],
])('a message sent at %s is dated %s', (at, text) => {
  expect(sentText(new Date(at), now)).toBe(text)
})

test.each([
  ['invitation', '/pages/booking_view/index?invitationId=7'],
  ['contract', '/user/pages/user_contract/index?contractId=7'],
  ['package', '/bookingClass/pages/packages/index?courseId=7'],
  ['company_invitation', '/coach/pages/join_company/index?id=7'],
  ['student_request', '/bookingClass/pages/student_request/index?id=7'],
  ['coach_leave', '/bookingClass/pages/coach_leave/index?id=7'],
  ['vacancy_alert', '/bookingClass/pages/vacancies/index'],
  ['question', '/bookingClass/pages/question/index?id=7'],
  ['venue_association', '/coach/pages/venues/index'],
  ['company', '/coach/pages/company/index?companyId=7'],
  ['ball', '/bookingBall/pages/ballDetail/index?id=7'],
  ['ball_request', '/bookingBall/pages/ballDetail/index?id=7'],
  ['ball_proposal', '/bookingBall/pages/ballDetail/index?id=7'],
  ['order', '/user/pages/cashier/index?orderId=7'],
  ['card', '/user/pages/user_store_card_detail/index?cardId=7'],
  ['stringing', '/threading/pages/threading_order/index?id=7'],
  ['shop', '/shop/pages/order/index?id=7'],
  ['coach', '/pages/user_card/index?id=7'],
  ['ball_result', '/bookingBall/pages/ballDetail/index?id=7'],
  ['level', '/user/pages/levels/index'],
  ['student', '/coach/pages/student/index?userId=7'],
  ['account', '/user/pages/account/index'],
  ['registration', '/user/pages/user_regist/index?as=coach'],
  ['profile', '/user/pages/user_info/index'],
  ['business_card', '/user/pages/user_business_card/index'],
  ['something new', undefined],
])('a message about %s leads to %s', (kind, path) => {
  expect(messageLink({ object: { kind, id: '7' } })?.path).toBe(path)
})

test('a message without an object leads nowhere', () => {
  expect(messageLink({ object: null })).toBeUndefined()
})

test('a request waits until somebody has decided', () => {
  expect([null, 0, 1, 2].map((approveStatus) => isToDecide({ approveStatus }))).toEqual([false, true, false, false])
  expect([null, 0, 1, 2].map((approveStatus) => verdictOf({ approveStatus, object: null })?.text)).toEqual([
    undefined,
    undefined,
    '已同意',
    '已拒绝',
  ])
})

test('an objection to the cost of a class has answers of its own', () => {
  const object = { kind: 'class_objection', id: '1' }
  expect(verdictText({ object })).toEqual({ approve: '退回课时', reject: '维持' })
  expect([1, 2].map((approveStatus) => verdictOf({ approveStatus, object })?.text)).toEqual(['已退回课时', '已维持'])
  expect(messageLink({ object })?.text).toBe('查看约课')
})

test('an address may name a category; any other text means all of them', () => {
  expect(messageTabOf('classNotice')).toBe('classNotice')
  expect(messageTabOf('')).toBe('all')
  expect(messageTabOf(undefined)).toBe('all')
})

test('a range in a message has no place where its line may break', () => {
  expect(contentText('5.31 18:30–20:00，您的球局要求 3.0–4.0')).toBe(
    '5.31 18:30–\u206020:00，您的球局要求 3.0–\u20604.0',
  )
})
