import { and, eq, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { businessCards } from '../business-cards/tables.ts'
import { companies, companyMembers } from '../companies/tables.ts'
import { contentSubmissions } from '../content/tables.ts'
import { contractPhotos } from '../contracts/tables.ts'
import { adverts } from '../home/tables.ts'
import { users } from '../profile/tables.ts'
import { coachApplications } from '../registration/tables.ts'
import { studentRelations } from '../relations/tables.ts'
import { reports } from '../reports/tables.ts'
import { products, shopOrderItems } from '../shop/tables.ts'
import { merchants } from '../stringing/tables.ts'
import { merchantPhotos, stringingOrders, stringingSteps } from '../stringing-orders/tables.ts'
import { venues } from '../venues/tables.ts'
import { files } from './tables.ts'

/** Writes down whose picture lies where. */
export async function insertFile(tx: Database, file: typeof files.$inferInsert): Promise<void> {
  await tx.insert(files).values(file)
}

/** Makes all that one user uploaded another's. */
export async function moveFiles(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(files).set({ ownerId: to }).where(eq(files.ownerId, from))
}

/**
 * Whether a user uploaded the picture, and it lies in that folder, for example `public/venues/`. Until the transaction ends
 * it is not discarded, so that a row may refer to it.
 */
export async function keepOwnFile(
  tx: Database,
  { relativePath, folder, ownerId }: { relativePath: string; folder: string; ownerId: string },
): Promise<boolean> {
  const own = and(
    eq(files.relativePath, relativePath),
    like(files.relativePath, `${folder}%`),
    eq(files.ownerId, ownerId),
    isNull(files.discardedAt),
  )
  return (await tx.select({ id: files.id }).from(files).where(own).for('share')).length > 0
}

/**
 * Until the transaction ends an uploaded picture is not discarded, whoever it is of. @returns false for one that is already;
 * a picture that nobody uploaded is not tidied away and stays
 */
export async function keepFile(tx: Database, relativePath: string): Promise<boolean> {
  const [file] = await tx
    .select({ discardedAt: files.discardedAt })
    .from(files)
    .where(eq(files.relativePath, relativePath))
    .for('share')
  return !file?.discardedAt
}

/** Every place that shows an uploaded picture, as paths. */
const USED_PATHS = sql`
  select ${contractPhotos.contractAttachment} from ${contractPhotos}
  union all select ${venues.avatar} from ${venues}
  union all select ${users.avatar} from ${users}
  union all select ${businessCards.avatar} from ${businessCards}
  union all select trim(unnest(string_to_array(${users.nicePhotos}, ','))) from ${users} where ${users.nicePhotos} <> ''
  union all select unnest(string_to_array(${coachApplications.certificates}, ',')) from ${coachApplications}
  union all select ${merchants.avatar} from ${merchants}
  union all select ${adverts.image} from ${adverts}
  union all select unnest(string_to_array(${products.pictures}, ',')) from ${products}
  union all select ${shopOrderItems.picture} from ${shopOrderItems}
  union all select ${reports.content} ->> 'avatar' from ${reports} where ${reports.state} = 'WAITING'
  union all select ${reports.content} -> 'card' ->> 'avatar' from ${reports} where ${reports.state} = 'WAITING'
  union all select jsonb_array_elements_text(${reports.content} -> 'nicePhotos') from ${reports}
    where ${reports.state} = 'WAITING' and ${reports.kind} = 'user'
  union all select ${contentSubmissions.value} from ${contentSubmissions} where ${contentSubmissions.state} = 'WAITING'`

const isUsed = (path: SQL) => sql`exists (select 1 from (${USED_PATHS}) used (path) where used.path = ${path})`

/** Pictures to be taken away, by id: those that were uploaded until then and stand nowhere, and those begun with before. */
export async function listUnused(
  db: Database,
  { uploadedUntil, afterId, limit }: { uploadedUntil: Date; afterId: string; limit: number },
): Promise<{ id: string; relativePath: string }[]> {
  const { rows } = await db.execute<{ id: string; relativePath: string }>(sql`
    select f.id, f.relative_path as "relativePath" from ${files} f
    where f.id > ${afterId}
      and (f.discarded_at is not null or f.created_at <= ${uploadedUntil} and not ${isUsed(sql`f.relative_path`)})
    order by f.id limit ${limit}`)
  return rows
}

/** Waits for who is just about to refer to a picture, and keeps others from it; tells whether it is still there. */
export async function lockFile(tx: Database, id: string): Promise<boolean> {
  return (await tx.select({ id: files.id }).from(files).where(eq(files.id, id)).for('update')).length > 0
}

/** Marks a locked picture as being taken away, unless it is used; tells whether it is marked. */
export async function discardFile(tx: Database, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update ${files} f set discarded_at = coalesce(f.discarded_at, ${now})
    where f.id = ${id} and not ${isUsed(sql`f.relative_path`)} returning f.id`)
  return rows.length > 0
}

/** Forgets a picture whose files are gone. */
export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.delete(files).where(eq(files.id, id))
}

/**
 * Whether a private picture is for a user to see: he uploaded it, or it is the photo of his contract, of his student's with
 * a company that he teaches for, or of one with the company whose admin he is, or a stringing order of his shows it.
 */
export async function maySee(db: Database, userId: string, relativePath: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${files} f where f.relative_path = ${relativePath} and f.owner_id = ${userId}
    union all
    select 1 from ${contractPhotos} p join ${companies} c on c.id = p.company_id
    where p.contract_attachment = ${relativePath} and (
      p.user_id = ${userId} or c.admin_id = ${userId}
      or exists (
        select 1 from ${companyMembers} m join ${studentRelations} r on r.coach_id = m.user_id
        where m.company_id = p.company_id and m.user_id = ${userId} and r.player_id = p.user_id))
    union all
    select 1 from ${stringingOrders} o join ${stringingSteps} s on s.order_id = o.id
    where o.user_id = ${userId} and ${relativePath} = any(string_to_array(s.photos, ','))
    limit 1`)
  return rows.length > 0
}

/** Whether it is a certificate of somebody who asked to be a coach, for operators to see. */
export async function isCertificate(db: Database, relativePath: string): Promise<boolean> {
  const shown = sql`${relativePath} = any(string_to_array(${coachApplications.certificates}, ','))`
  return (await db.$count(coachApplications, shown)) > 0
}

/** Whether a shop took the photo, for its staff to see. */
export async function isPhotoOfShop(db: Database, merchantId: string, relativePath: string): Promise<boolean> {
  const own = and(eq(merchantPhotos.relativePath, relativePath), eq(merchantPhotos.merchantId, merchantId))
  return (await db.$count(merchantPhotos, own)) > 0
}
