import { createHash } from 'node:crypto'
import * as api from '@paidang/api/areas/desks/admin-jobs'
import { reportClientError } from '@paidang/api/client-errors'
import { withoutPersonalData } from '@paidang/domain/kernel/client-error'
import { dayOf } from '@paidang/domain/kernel/day'
import { desc, eq, sql } from 'drizzle-orm'
import { pageOf } from '../../../db/page-of.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { clientErrors } from '../../../tables/operations.ts'

/** At most this many different failures of one day are stored. Further ones are ignored. */
const MOST_A_DAY = 500

export default plugin([
  // Counts a failure of a client. Personal data is removed here too, since anybody may call.
  handle(reportClientError, async ({ body: { app, kind, ...told }, db, now }) => {
    const message = withoutPersonalData(told.message)
    const stack = withoutPersonalData(told.stack)
    const page = withoutPersonalData(told.page)
    const version = withoutPersonalData(told.version)
    const client = withoutPersonalData(told.client)
    const place = stack.split('\n').find((line) => /^\s*at /.test(line)) ?? ''
    const fingerprint = createHash('sha256').update([app, kind, message, place].join('\n')).digest('hex')
    const day = dayOf(now)
    await db.execute(sql`
      insert into ${clientErrors} (day, fingerprint, app, kind, message, stack, page, version, client, last_at)
      select ${day}::date, ${fingerprint}, ${app}, ${kind}, ${message}, ${stack}, ${page}, ${version}, ${client},
        ${now.toISOString()}::timestamptz
      where (select count(*) from ${clientErrors} c where c.day = ${day}::date) < ${MOST_A_DAY}
        or exists (select 1 from ${clientErrors} c where c.day = ${day}::date and c.fingerprint = ${fingerprint})
      on conflict (day, fingerprint) do update
      set times = client_errors.times + 1, last_at = greatest(client_errors.last_at, excluded.last_at)`)
    return null
  }),

  handle(api.listClientErrors, ({ query, db }) =>
    pageOf(db, db.select().from(clientErrors).$dynamic(), {
      where: query.app && eq(clientErrors.app, query.app),
      order: [desc(clientErrors.lastAt), desc(clientErrors.id)],
      query,
      present: ({ fingerprint: _hash, lastAt, ...row }) => ({ ...row, lastAt: lastAt.toISOString() }),
    }),
  ),
])
