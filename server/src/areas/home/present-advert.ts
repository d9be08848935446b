import type { ManagedAdvert } from '@paidang/api/areas/admin-adverts'
import type { Advert } from '@paidang/api/areas/home'
import { advertStateOf } from '@paidang/domain/areas/home/advert'
import { nameOfPage, TARGET_KIND_NAMES, TARGET_KINDS, thingOfRoute } from '@paidang/domain/areas/home/advert-target'
import type { Database } from '../../db/database.ts'
import type { AdvertRow } from './advert-queries.ts'
import { nameThings } from './target-queries.ts'

/** An advert as players see it. */
export function presentAdvert({ id, label, title, subtitle, image, target }: AdvertRow): Advert {
  return { id, label, title, subtitle, image, target }
}

/** Adverts as operators see them, in the same sequence. */
export async function presentManagedAdverts(
  db: Database,
  rows: readonly AdvertRow[],
  now: Date,
): Promise<ManagedAdvert[]> {
  const nameOf = await targetNames(db, rows)
  return rows.map((row) => ({
    ...presentAdvert(row),
    place: row.place,
    state: advertStateOf(row, now),
    targetName: row.target === null ? null : nameOf(row.target),
    beginsAt: row.beginsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    revision: row.revision,
  }))
}

/** Says in words where the routes of these adverts lead. */
async function targetNames(db: Database, rows: readonly AdvertRow[]): Promise<(route: string) => string> {
  const things = rows.flatMap(({ target }) => (target === null ? [] : (thingOfRoute(target) ?? [])))
  const named = new Map<string, Map<string, string>>()
  for (const kind of TARGET_KINDS) named.set(kind, await nameThings(db, kind, things))
  return (route) => {
    const thing = thingOfRoute(route)
    if (!thing) return nameOfPage(route) ?? '其他页面'
    const kind = TARGET_KIND_NAMES[thing.kind]
    const name = named.get(thing.kind)?.get(thing.id)
    return name === undefined ? `${kind}（已不可见）` : `${kind}：${name}`
  }
}
