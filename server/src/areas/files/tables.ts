import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId } from '../../db/columns.ts'
import { staff } from '../auth/tables.ts'
import { userId } from '../profile/tables.ts'

/**
 * Pictures that users uploaded, or operators for adverts and the shop. The path begins with public/ or private/ and says who
 * may read it: everybody, or whoever has a part in the row that refers to it. Source: decision "Files"
 */
export const files = pgTable(
  'files',
  {
    id: ownId(),
    relativePath: text('relative_path').notNull(),
    ownerId: userId('owner_id'),
    /** The operator whose upload it is, in place of a user. */
    staffId: idColumn('staff_id').references(() => staff.id),
    sizeBytes: integer('size_bytes').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    createdAt: createdAt(),
    /** When it was approved to be shown to others; null for one that nobody checked. */
    approvedAt: instant('approved_at'),
    /** From then on nothing may refer to it: its files are being taken away, and the row goes last. */
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
