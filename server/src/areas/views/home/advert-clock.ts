import { ADVERT_PLACES } from '@paidang/domain/areas/views/home/advert'
import { TARGET_KIND_NAMES, thingOfRoute } from '@paidang/domain/areas/views/home/advert-target'
import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import type { JobContext } from '../../../jobs/job.ts'
import { processEach, processInBatches } from '../../../jobs/process-each.ts'
import { companies } from '../../../tables/companies.ts'
import { advertCounts, advertDays, adverts } from '../../../tables/home.ts'
import { notify } from '../../ground/messages/notify.ts'
import { readStanding } from './targets.ts'

/**
 * Adds the waiting counts to the days, in the transaction that deletes them: none is lost, and none counts twice. Those
 * of an advert that was deleted meanwhile go with it.
 */
export async function foldAdvertCounts({ db, signal }: JobContext): Promise<void> {
  await processInBatches(signal, async (limit) => {
    const { rows } = await db.execute<{ taken: number }>(sql`
      with taken as (
        delete from ${advertCounts} where id in (
          select id from ${advertCounts} order by id limit ${limit} for update skip locked)
        returning advert_id, day, seen, pressed
      ), sums as (
        select t.advert_id, t.day, sum(t.seen)::int as seen, sum(t.pressed)::int as pressed
        from taken t where exists (select 1 from ${adverts} a where a.id = t.advert_id) group by 1, 2 order by 1, 2
      ), added as (
        insert into ${advertDays} as d (advert_id, day, seen, pressed) select advert_id, day, seen, pressed from sums
        on conflict (advert_id, day) do update
        set seen = d.seen + excluded.seen, pressed = d.pressed + excluded.pressed
      ) select count(*)::int as taken from taken`)
    return rows[0]?.taken ?? 0
  })
}

/** Marks an advert whose thing is gone, and tells the company's admin once. Operators find it in their inbox. */
async function endGone(tx: Database, id: string, now: Date): Promise<void> {
  const [row] = await tx
    .select()
    .from(adverts)
    .where(and(eq(adverts.id, id), isNull(adverts.goneAt)))
    .for('no key update')
  if (!row || row.endsAt <= now || (await readStanding(tx, [row], now)).isThere(row)) return
  await tx.update(adverts).set({ goneAt: now }).where(eq(adverts.id, id))
  if (row.authorId === null || row.companyId === null) return
  const [company] = await tx
    .select({ adminId: companies.adminId, closedAt: companies.closedAt })
    .from(companies)
    .where(eq(companies.id, row.companyId))
  const thing = row.target === null ? undefined : thingOfRoute(row.target)
  const why = company?.closedAt || !thing ? '公司已停业' : `${TARGET_KIND_NAMES[thing.kind]}已经不在了`
  await notify(tx, {
    receiverIds: [company?.adminId ?? row.authorId],
    senderId: null,
    category: 'systemNotice',
    title: `广告「${row.title}」已下线`,
    content: `它打开的内容没有了：${why}。可以在管理后台换一个内容重新投放`,
    about: { kind: 'advert', id },
  })
}

/** No reader waits for this: what is gone is left out of every answer at once. */
export async function endGoneAdverts({ db, now, signal, onFault }: JobContext): Promise<void> {
  const hasNotEnded = and(inArray(adverts.place, [...ADVERT_PLACES]), gt(adverts.endsAt, now))
  await processEach({
    list: async ({ afterId, limit }) => {
      const rows = await db
        .select()
        .from(adverts)
        .where(and(hasNotEnded, isNull(adverts.goneAt), gt(adverts.id, afterId)))
        // The sum keeps the plan from walking the key of all past adverts.
        .orderBy(sql`${adverts.id} + 0`)
        .limit(limit)
      const { isThere } = await readStanding(db, rows, now)
      return rows.map((row) => ({ id: row.id, isGone: !isThere(row) }))
    },
    each: async ({ id, isGone }) => {
      if (isGone) await db.transaction((tx) => endGone(tx, id, now))
    },
    what: 'advert',
    signal,
    onFault,
  })
}
