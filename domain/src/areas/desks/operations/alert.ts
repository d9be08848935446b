/** What the operators are told of by itself, whether or not they look. */
export const ALERT_KINDS = ['INVARIANTS', 'REFUNDS', 'OUTBOX', 'BACKUP', 'DISK', 'LOG_IN', 'CERTIFICATE'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** The names of alerts for operators. */
export const ALERT_NAMES: Record<AlertKind, string> = {
  INVARIANTS: '数据检查不符',
  REFUNDS: '退款卡住',
  OUTBOX: '微信消息积压',
  BACKUP: '备份太旧',
  DISK: '磁盘空间不足',
  LOG_IN: '有人在猜密码',
  CERTIFICATE: '证书快到期',
}

/** What one look at a deployment found. What is undefined is not watched. */
export type Sight = {
  brokenInvariants: number
  stuckRefunds: number
  /** Since when the message is due that waits longest. */
  outboxSince: Date | null
  /** The end of the last backup; null where there is none. */
  lastBackupAt: Date | null
  /** When the first operator came: until there is a backup, it may be as old as this. */
  firstStaffAt: Date | null
  /** How old a backup may become, in hours. 0 is not watched. */
  backupHours: number
  freeBytes: number
  /** Wrong passwords in the windows that are open, by address; and names on which many addresses were stopped. */
  failedLogIns: number
  attackedNames: number
  certificateEndsAt: Date | undefined
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const BYTES_PER_MB = 1_048_576
/** WeChat's messages go out within seconds. */
const OUTBOX_MS = 15 * 60_000
/** Of these 64 MB are left when the server stops to be ready. */
const LOW_BYTES = 1_024 * BYTES_PER_MB
/** A club whose people mistype is far below. */
const MANY_FAILURES = 200
/** Certificates are renewed thirty days before their end. */
const CERTIFICATE_MS = 14 * DAY_MS

/** The sentence of each alert that holds at `now`. */
export function alertsOf(sight: Sight, now: Date): Partial<Record<AlertKind, string>> {
  const { brokenInvariants, stuckRefunds, outboxSince, lastBackupAt, firstStaffAt, backupHours, freeBytes } = sight
  const keptSince = lastBackupAt ?? firstStaffAt
  const age = (since: Date) => now.getTime() - since.getTime()
  const left = sight.certificateEndsAt && sight.certificateEndsAt.getTime() - now.getTime()
  return {
    ...(brokenInvariants > 0 && { INVARIANTS: `${brokenInvariants} 条规则不符` }),
    ...(stuckRefunds > 0 && { REFUNDS: `${stuckRefunds} 笔，需要人工处理` }),
    ...(outboxSince &&
      age(outboxSince) > OUTBOX_MS && { OUTBOX: `最早的一条已等 ${Math.floor(age(outboxSince) / 60_000)} 分钟` }),
    ...(backupHours > 0 &&
      keptSince &&
      age(keptSince) > backupHours * HOUR_MS && {
        BACKUP: lastBackupAt ? `上次备份在 ${Math.floor(age(lastBackupAt) / HOUR_MS)} 小时前` : '还没有任何备份',
      }),
    ...(freeBytes < LOW_BYTES && { DISK: `只剩 ${Math.floor(freeBytes / BYTES_PER_MB)} MB` }),
    ...((sight.failedLogIns >= MANY_FAILURES || sight.attackedNames > 0) && {
      LOG_IN: `近来密码错 ${sight.failedLogIns} 次，${sight.attackedNames} 个账号被多处尝试`,
    }),
    ...(left !== undefined &&
      left < CERTIFICATE_MS && {
        CERTIFICATE: left < 0 ? '网站证书已过期' : `网站证书还有 ${Math.floor(left / DAY_MS)} 天到期`,
      }),
  }
}
