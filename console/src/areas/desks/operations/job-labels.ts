import type { JobInfo } from '@paidang/api/areas/desks/admin-jobs'
import { JOB_NAMES, type JobName } from '@paidang/api/catalogue/job-names'

/** The display name of a job; one that the server no longer has is shown by its technical name. */
export function jobName(name: string): string {
  return name in JOB_NAMES ? JOB_NAMES[name as JobName] : name
}

/** The schedule of a job as text: every few seconds, every minute, hour or day. */
export function scheduleOf({ cron, againAfterSeconds }: Pick<JobInfo, 'cron' | 'againAfterSeconds'>): string {
  if (againAfterSeconds !== null) return `每 ${againAfterSeconds} 秒`
  const [minute = '', hour = '', ...others] = cron.split(' ')
  if (others.some((one) => one !== '*')) return cron
  if (minute === '*' && hour === '*') return '每分钟'
  if (hour === '*') return `每小时第 ${minute} 分`
  return `每天 ${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`
}
