import { sql } from 'drizzle-orm'
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core'
import { createdAt, idColumn } from '../db/columns.ts'
import { userId } from './identities.ts'

/** The kinds of pages that can be shared. */
export const SHARE_KINDS = ['home', 'ball', 'card', 'coach'] as const

/**
 * Short ids of shared pages, short enough for the scene of a mini-program code. There is one for each page and person,
 * so sharing again gives the same id.
 * Source: decision "WeChat", QR codes
 */
export const shareLinks = pgTable(
  'share_links',
  {
    id: text('id').primaryKey(),
    kind: text('kind', { enum: SHARE_KINDS }).notNull(),
    /** The game, the owner of the card, or the coach; null for the home page. */
    objectId: idColumn('object_id'),
    sharerId: userId('sharer_id').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('share_links_once').on(t.sharerId, t.kind, t.objectId).nullsNotDistinct(),
    index('share_links_of_object').on(t.kind, t.objectId),
    check('share_links_kind', sql`${t.kind} in ('home', 'ball', 'card', 'coach')`),
    check('share_links_object', sql`(${t.kind} = 'home') = (${t.objectId} is null)`),
    check('share_links_id', sql`${t.id} ~ '^[0-9A-Za-z]{8}$'`),
  ],
)
