import { createHash } from 'node:crypto'
import type { ClientError } from '@paidang/api/areas/admin-jobs'
import type { ClientErrorReport } from '@paidang/api/client-errors'
import type { Page } from '@paidang/api/endpoint'
import { withoutPersonalData } from '@paidang/domain/kernel/client-error'
import { dayOf } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import { countClientError, pageClientErrors } from './client-error-queries.ts'

/** At most this many different failures of one day are stored. Further ones are ignored. */
const MOST_A_DAY = 500

/** Counts a failure that a client reported. Personal data is removed here too, since anybody may call. */
export async function recordClientError(db: Database, told: ClientErrorReport, now: Date): Promise<void> {
  const { app, kind } = told
  const clean = {
    app,
    kind,
    message: withoutPersonalData(told.message),
    stack: withoutPersonalData(told.stack),
    page: withoutPersonalData(told.page),
    version: withoutPersonalData(told.version),
    client: withoutPersonalData(told.client),
  }
  const place = clean.stack.split('\n').find((line) => /^\s*at /.test(line)) ?? ''
  const fingerprint = createHash('sha256').update([app, kind, clean.message, place].join('\n')).digest('hex')
  await countClientError(db, { ...clean, fingerprint, day: dayOf(now) }, { most: MOST_A_DAY, now })
}

/** One page of failures in clients. */
export async function listClientErrors(
  db: Database,
  input: Parameters<typeof pageClientErrors>[1],
): Promise<Page<ClientError>> {
  const { rows, total } = await pageClientErrors(db, input)
  return {
    rows: rows.map(({ fingerprint: _hash, lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() })),
    total,
  }
}
