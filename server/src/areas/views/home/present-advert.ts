import type { ManagedAdvert } from '@paidang/api/areas/admin-adverts'
import type { Advert } from '@paidang/api/areas/home'
import { advertStateOf } from '@paidang/domain/areas/home/advert'
import {
  nameOfPage,
  TARGET_KIND_NAMES,
  TARGET_KINDS,
  type TargetKind,
  type TargetThing,
  thingOfRoute,
} from '@paidang/domain/areas/home/advert-target'
import type { Database } from '../../../db/database.ts'
import type { AdvertRow } from './advert-queries.ts'
import { nameThings } from './target-queries.ts'

function presentAdvert({ id, label, title, subtitle, image, target }: AdvertRow): Advert {
  return { id, label, title, subtitle, image, target }
}

/** Adverts as players see them, in the same order. An advert whose target players can no longer see has no link. */
export async function presentAdverts(db: Database, rows: readonly AdvertRow[]): Promise<Advert[]> {
  const nameOf = await thingNames(db, rows)
  return rows.map((row) => {
    const thing = row.target === null ? undefined : thingOfRoute(row.target)
    const isGone = thing !== undefined && nameOf(thing) === undefined
    return { ...presentAdvert(row), target: isGone ? null : row.target }
  })
}

/** Adverts as operators see them, in the same order. */
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

/** The names of the targets of these adverts. */
async function targetNames(db: Database, rows: readonly AdvertRow[]): Promise<(route: string) => string> {
  const nameOf = await thingNames(db, rows)
  return (route) => {
    const thing = thingOfRoute(route)
    if (!thing) return nameOfPage(route) ?? '其他页面'
    const kind = TARGET_KIND_NAMES[thing.kind]
    const name = nameOf(thing)
    return name === undefined ? `${kind}（已不可见）` : `${kind}：${name}`
  }
}

/** The names of the things that these adverts show; undefined for a thing that nobody can see any more. */
async function thingNames(
  db: Database,
  rows: readonly AdvertRow[],
): Promise<(thing: TargetThing) => string | undefined> {
  const things = rows.flatMap(({ target }) => (target === null ? [] : (thingOfRoute(target) ?? [])))
  const named = new Map<TargetKind, Map<string, string>>()
  for (const kind of TARGET_KINDS) named.set(kind, await nameThings(db, kind, things))
  return ({ kind, id }) => named.get(kind)?.get(id)
}
