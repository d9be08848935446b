import { sql } from 'drizzle-orm'
import { boolean, check, integer, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, ownId } from '../../db/columns.ts'

/** App users: players and coaches. Source: specification §3 "User info". */
export const users = pgTable(
  'users',
  {
    id: ownId(),
    userType: smallint('user_type').notNull().default(0),
    nickname: text('nickname').notNull(),
    avatar: text('avatar'),
    phone: text('phone'),
    openId: text('open_id'),
    unionId: text('union_id'),
    wechatId: text('wechat_id'),
    wechatIdOpen: boolean('wechat_id_open').notNull().default(false),
    gender: smallint('gender').notNull().default(1),
    region: text('region').notNull().default(''),
    handedness: smallint('handedness').notNull().default(0),
    backhandStyle: text('backhand_style').notNull().default('double'),
    level: numeric('level', { precision: 2, scale: 1, mode: 'number' }).notNull().default(3),
    description: text('description').notNull().default(''),
    verified: smallint('verified').notNull().default(0),
    likesCount: integer('likes_count').notNull().default(0),
    nicePhotos: text('nice_photos').notNull().default(''),
    createdAt: createdAt(),
  },
  (t) => [
    check('users_user_type', sql`${t.userType} in (0, 1, 2)`),
    check('users_gender', sql`${t.gender} in (0, 1)`),
    check('users_handedness', sql`${t.handedness} in (0, 1)`),
    check('users_backhand', sql`${t.backhandStyle} in ('single', 'double')`),
    check('users_level', sql`${t.level} between 1.0 and 7.0 and ${t.level} * 2 = trunc(${t.level} * 2)`),
    check('users_likes_count', sql`${t.likesCount} >= 0`),
    // The client's name for a guest never names a stored user (decision "People and accounts").
    check('users_not_the_guest', sql`${t.id} <> 123456`),
    uniqueIndex('users_phone').on(t.phone),
    uniqueIndex('users_open_id').on(t.openId),
  ],
)

/** The user's row in references of other tables. */
export const userId = (name: string) => idColumn(name).references(() => users.id)
