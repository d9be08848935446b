import { and, eq, isNull, like, type SQL, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { businessCards } from '../../../tables/business-cards.ts'
import { companies, companyMembers } from '../../../tables/companies.ts'
import { contentSubmissions } from '../../../tables/content.ts'
import { contractPhotos } from '../../../tables/contracts.ts'
import { files } from '../../../tables/files.ts'
import { adverts } from '../../../tables/home.ts'
import { users } from '../../../tables/identities.ts'
import { coachApplications } from '../../../tables/registration.ts'
import { studentRelations } from '../../../tables/relations.ts'
import { reports } from '../../../tables/reports.ts'
import { products, shopOrderItems } from '../../../tables/shop.ts'
import { merchants } from '../../../tables/stringing.ts'
import { merchantPhotos, stringingOrders, stringingSteps } from '../../../tables/stringing-orders.ts'
import { venues } from '../../../tables/venues.ts'

/** Inserts the row of an uploaded picture. */
export async function insertFile(tx: Database, file: typeof files.$inferInsert): Promise<void> {
  await tx.insert(files).values(file)
}

/** Moves all uploads of one user to another. */
export async function moveFiles(tx: Database, { from, to }: { from: string; to: string }): Promise<void> {
  await tx.update(files).set({ ownerId: to }).where(eq(files.ownerId, from))
}

/**
 * Whether the user uploaded the picture into that folder, for example `public/venues/`. The picture is not discarded
 * before the transaction ends, so a row may refer to it.
 */
export async function lockOwnFileForShare(
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
 * Locks a picture so that it is not discarded before the transaction ends, whoever uploaded it.
 *
 * @returns false when the picture is discarded already. A picture that no user uploaded gives true: it is never cleaned
 *   up.
 */
export async function lockFileForShare(tx: Database, relativePath: string): Promise<boolean> {
  const [file] = await tx
    .select({ discardedAt: files.discardedAt })
    .from(files)
    .where(eq(files.relativePath, relativePath))
    .for('share')
  return !file?.discardedAt
}

/** The paths of all uploaded pictures that are in use. */
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

/**
 * Lists pictures to remove, in the order of their ids: unused ones uploaded until `uploadedUntil`, and ones already
 * marked.
 */
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

/** Waits for transactions that refer to the picture, and blocks new ones. @returns whether the picture still exists */
export async function lockFile(tx: Database, id: string): Promise<boolean> {
  return (await tx.select({ id: files.id }).from(files).where(eq(files.id, id)).for('update')).length > 0
}

/** Marks a locked picture as discarded, unless it is used. @returns whether it is marked */
export async function discardFile(tx: Database, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    update ${files} f set discarded_at = coalesce(f.discarded_at, ${now})
    where f.id = ${id} and not ${isUsed(sql`f.relative_path`)} returning f.id`)
  return rows.length > 0
}

/** Finds a picture by its path, and locks it until the transaction ends. @returns its id */
export async function lockFileOf(tx: Database, relativePath: string): Promise<string | undefined> {
  const isIt = eq(files.relativePath, relativePath)
  const [file] = await tx.select({ id: files.id }).from(files).where(isIt).for('update')
  return file?.id
}

/** Deletes the row of a picture whose files are deleted. */
export async function deleteFile(db: Database, id: string): Promise<void> {
  await db.delete(files).where(eq(files.id, id))
}

/**
 * Whether the user may see a private picture. One of these must be true:
 * - The user uploaded it.
 * - It is the photo of this user's contract.
 * - It is the photo of a contract with a company whose admin this user is.
 * - It is the photo of a contract of this user's student with a company that this user teaches for.
 * - A stringing order of this user shows it.
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

/** Whether the picture is a certificate in an application as a coach. Operators may see those. */
export async function isCertificate(db: Database, relativePath: string): Promise<boolean> {
  const shown = sql`${relativePath} = any(string_to_array(${coachApplications.certificates}, ','))`
  return (await db.$count(coachApplications, shown)) > 0
}

/** Whether this shop took the photo. The shop's staff may see it. */
export async function isPhotoOfShop(db: Database, merchantId: string, relativePath: string): Promise<boolean> {
  const own = and(eq(merchantPhotos.relativePath, relativePath), eq(merchantPhotos.merchantId, merchantId))
  return (await db.$count(merchantPhotos, own)) > 0
}
