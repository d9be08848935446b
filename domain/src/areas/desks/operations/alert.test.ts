import { expect, test } from 'vitest'
import { alertsOf, type Sight } from './alert.ts'

const NOW = new Date('2026-05-01T04:00:00Z')
const before = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)
const WELL: Sight = {
  brokenInvariants: 0,
  stuckRefunds: 0,
  outboxSince: before(0.2),
  lastBackupAt: before(30),
  firstStaffAt: before(1_000),
  backupHours: 30,
  freeBytes: 1_073_741_824,
  failedLogIns: 199,
  attackedNames: 0,
  certificateEndsAt: before(-14 * 24),
}

test('nothing is told where all is well', () => {
  expect(alertsOf(WELL, NOW)).toEqual({})
})

test.each<[Partial<Sight>, object]>([
  [{ brokenInvariants: 2 }, { INVARIANTS: '2 条规则不符' }],
  [{ stuckRefunds: 1 }, { REFUNDS: '1 笔，需要人工处理' }],
  [{ outboxSince: before(1) }, { OUTBOX: '最早的一条已等 60 分钟' }],
  [{ outboxSince: null }, {}],
  [{ lastBackupAt: before(30.5) }, { BACKUP: '上次备份在 30 小时前' }],
  [{ lastBackupAt: null }, { BACKUP: '还没有任何备份' }],
  [{ lastBackupAt: null, firstStaffAt: before(30) }, {}],
  [{ lastBackupAt: null, firstStaffAt: null }, {}],
  [{ lastBackupAt: null, backupHours: 0 }, {}],
  [{ freeBytes: 1_073_741_823 }, { DISK: '只剩 1023 MB' }],
  [{ failedLogIns: 200 }, { LOG_IN: '近来密码错 200 次，0 个账号被多处尝试' }],
  [{ failedLogIns: 3, attackedNames: 1 }, { LOG_IN: '近来密码错 3 次，1 个账号被多处尝试' }],
  [{ certificateEndsAt: before(-13.5 * 24) }, { CERTIFICATE: '网站证书还有 13 天到期' }],
  [{ certificateEndsAt: before(1) }, { CERTIFICATE: '网站证书已过期' }],
  [{ certificateEndsAt: undefined }, {}],
])('%o is told as %o', (change, told) => {
  expect(alertsOf({ ...WELL, ...change }, NOW)).toEqual(told)
})
