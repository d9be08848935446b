import type { InvariantFinding, InvariantRun } from '@paidang/api/areas/admin-invariants'
import { MEANINGS } from '../../../invariants/meanings.ts'
import type { Finding } from '../../../tables/operations.ts'
import { BROKEN_OFF, type RunRow } from './check-queries.ts'

const WORDS: Record<string, string> = {
  [BROKEN_OFF.STOPPED]: '服务器停止了，请重新检查',
  [BROKEN_OFF.LOST]: '运行检查的进程中断了，请重新检查',
}

/** A check as the console shows it. */
export function presentRun({ askedAt, begunAt, endedAt, error, ...run }: RunRow): InvariantRun {
  return {
    ...run,
    error: error === null ? null : (WORDS[error] ?? '检查没有做完，原因见「任务与消息」的失败记录'),
    askedAt: askedAt.toISOString(),
    begunAt: begunAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
  }
}

/** A finding with its meaning in Chinese. It is named by its code, as C5. A rule of an earlier version has no meaning. */
export function presentFinding({ holds: _, name, error, ...finding }: Finding): InvariantFinding {
  return {
    ...finding,
    name,
    code: name.slice(0, name.indexOf(' ')),
    meaning: MEANINGS[name] ?? '旧版本的规则，现在已不再检查',
    error: error === null ? null : /timeout/.test(error) ? '检查超时，数据量可能过大' : '检查出错，没有得到结果',
  }
}
