import { expect, test } from 'vitest'
import { kindsOf, LEDGER_FILTERS, type LedgerMove, ledgerText } from './ledger-labels'

const now = new Date('2026-11-20T12:00:00+08:00')
const invitation = {
  id: '1',
  courseDate: '2026-11-22',
  beginTimeSlot: 37,
  coachId: '20',
  coachName: '王启明',
  isPast: false,
}

const move = (changes: Partial<LedgerMove>): LedgerMove => ({
  seq: 1,
  kind: 'GRANT',
  remainingChange: 0,
  heldChange: 0,
  remainingAfter: 12.5,
  heldAfter: 1.5,
  availableAfter: 11,
  unitPrice: 38000,
  reason: '',
  actorName: null,
  at: new Date('2026-11-20T09:36:00+08:00'),
  invitation: null,
  ...changes,
})

const read = (changes: Partial<LedgerMove>) => {
  const { what, who, amount, gain, balance } = ledgerText(move(changes), { now })
  return [what.join(' · '), who.join(' · '), `${gain ? 'green ' : ''}${amount}`, balance]
}

test.each([
  [
    'a purchase adds its hours and says what they cost',
    { kind: 'GRANT', remainingChange: 20, availableAfter: 20, reason: '购买 20 课时', actorName: '王启明' },
    ['购入 20 课时', '王启明 · ¥7,600 · 11.20 09:36', 'green +20', '可用 20'],
  ],
  [
    'gift hours cost nothing, and say that they are a gift',
    { kind: 'GRANT', remainingChange: 1, unitPrice: 0, availableAfter: 21, actorName: '林知夏' },
    ['赠送 1 课时', '林知夏 · ¥0 · 11.20 09:36', 'green +1', '可用 21'],
  ],
  [
    'hours for a coach who did not come say so, and not who pressed',
    { kind: 'GRANT', remainingChange: 1, unitPrice: 0, reason: '教练没来，补偿课时', actorName: '许经理', invitation },
    ['补偿 1 课时 · 11.22 周日 18:30', '教练没来，补偿课时 · 11.20 09:36', 'green +1', '可用 11'],
  ],
  [
    'a hold takes from what is available',
    { kind: 'HOLD', heldChange: 1.5, invitation },
    ['预占 · 11.22 周日 18:30', '王启明 · 11.20 09:36', '−1.5', '可用 11'],
  ],
  [
    'a released hold comes back',
    { kind: 'VOID', heldChange: -1.5, availableAfter: 12.5, reason: '球员取消', invitation },
    ['退回 · 11.22 周日 18:30', '球员取消 · 11.20 09:36', 'green +1.5', '可用 12.5'],
  ],
  [
    'consuming moves held hours and leaves the available ones as they were',
    { kind: 'CONSUME', remainingChange: -1.5, heldChange: -1.5, reason: '完成课程', actorName: '王启明', invitation },
    ['消课 · 11.22 周日 18:30', '王启明 · 完成课程 · 由预占转入', '消 1.5', '可用 11'],
  ],
  [
    'a refund of consumed hours reads as 退回 too',
    { kind: 'REFUND', remainingChange: 1.5, availableAfter: 12.5, reason: '补课', invitation },
    ['退回 · 11.22 周日 18:30', '补课 · 11.20 09:36', 'green +1.5', '可用 12.5'],
  ],
  [
    'a correction downwards is not green',
    { kind: 'ADJUST', remainingChange: -2, availableAfter: 9, actorName: '王启明' },
    ['调整 2 课时', '王启明 · 11.20 09:36', '−2', '可用 9'],
  ],
  [
    'a correction upwards is',
    { kind: 'ADJUST', remainingChange: 0.5, availableAfter: 11.5, reason: '补录' },
    ['调整 0.5 课时', '补录 · 11.20 09:36', 'green +0.5', '可用 11.5'],
  ],
  [
    'a later last day moves no hours',
    { kind: 'ADJUST', remainingChange: 0, availableAfter: 9, reason: '教练休假 6 天；有效期 2027.04.07 → 2027.04.13' },
    ['调整有效期', '教练休假 6 天；有效期 2027.04.07 → 2027.04.13 · 11.20 09:36', '0', '可用 9'],
  ],
  [
    'what expires is gone',
    { kind: 'EXPIRE', remainingChange: -3, availableAfter: 0, reason: '合同到期' },
    ['过期 3 课时', '合同到期 · 11.20 09:36', '−3', '可用 0'],
  ],
  [
    'what is paid back is gone',
    {
      kind: 'PAYBACK',
      remainingChange: -13,
      availableAfter: 1,
      unitPrice: 42_000,
      actorName: '林知夏',
      reason: '退课',
    },
    ['退课 13 课时', '林知夏 · 11.20 09:36', '−13', '可用 1'],
  ],
  [
    'a gift lapses with it',
    {
      kind: 'PAYBACK',
      remainingChange: -1,
      availableAfter: 0,
      unitPrice: 0,
      actorName: '林知夏',
      reason: '退课，赠送失效',
    },
    ['赠送失效 1 课时', '林知夏 · 11.20 09:36', '−1', '可用 0'],
  ],
  [
    'hours whose payment was entered by mistake were given back by nobody',
    { kind: 'PAYBACK', remainingChange: -5, availableAfter: 0, reason: '前台登记有误，已冲正' },
    ['冲正 5 课时', '前台登记有误，已冲正 · 11.20 09:36', '−5', '可用 0'],
  ],
] as const)('%s', (_case, changes, row) => {
  expect(read(changes)).toEqual(row)
})

test('the filter goes by the displayed name, so both kinds of 退回 are requested', () => {
  const kinds = ['all', 'HOLD', 'CONSUME', 'VOID,REFUND', 'GRANT', 'ADJUST', 'EXPIRE', 'PAYBACK']
  expect(LEDGER_FILTERS.map(kindsOf)).toEqual(kinds)
})
