import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../db/columns.ts'
import { userId } from './identities.ts'
import { staff } from './staff-identities.ts'

/**
 * Pictures uploaded by users, or by operators for adverts and the shop. The path begins with public/ or private/ and
 * says who may read it. A public picture is for everybody. A private one is for people with a part in the row that
 * refers to it.
 * Source: decision "Files"
 */
export const files = pgTable(
  'files',
  {
    id: ownId(),
    relativePath: text('relative_path').notNull(),
    ownerId: userId('owner_id'),
    /** The operator who uploaded it; null for an upload of a user. */
    staffId: idColumn('staff_id').references(() => staff.id),
    sizeBytes: integer('size_bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
    /** When it was approved to be shown to others; null when nobody checked it. */
    approvedAt: instant('approved_at'),
    /** From then on no row may refer to it. Its files are deleted first, then the row. */
    discardedAt: instant('discarded_at'),
  },
  (t) => [
    unique('files_path').on(t.relativePath),
    index('files_of_owner').on(t.ownerId),
    check('files_folder', sql`${t.relativePath} ~ '^(public|private)/'`),
    check('files_uploader', sql`num_nonnulls(${t.ownerId}, ${t.staffId}) = 1`),
    check('files_size', sql`${t.sizeBytes} > 0 and ${t.width} > 0 and ${t.height} > 0`),
  ],
)
