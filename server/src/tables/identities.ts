import { isId } from '@paidang/domain/kernel/id'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import { SPORTS } from '@paidang/domain/kernel/sport'
import { and, eq, isNull, not, or, type SQL, sql } from 'drizzle-orm'
import { boolean, check, index, integer, numeric, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, idColumn, instant, ownId, revision } from '../db/columns.ts'
import { contains } from '../db/contains.ts'

// Rows of all areas refer to users. The areas of people write them.

/** App users: players and coaches. Source: specification §3 "User info". */
export const users = pgTable(
  'users',
  {
    id: ownId(),
    userType: smallint('user_type').notNull().default(0),
    nickname: text('nickname').notNull(),
    avatar: text('avatar'),
    phone: text('phone'),
    /** Whether WeChat or a code confirmed the number. A person who only types it on the web claims it. */
    phoneVerified: boolean('phone_verified').notNull().default(false),
    openId: text('open_id'),
    unionId: text('union_id'),
    wechatId: text('wechat_id'),
    wechatIdOpen: boolean('wechat_id_open').notNull().default(false),
    gender: smallint('gender').notNull().default(1),
    /** Whether the user said the gender. Else it is only the default, and no rule takes it for a fact. */
    genderStated: boolean('gender_stated').notNull().default(false),
    region: text('region').notNull().default(''),
    /** What the user plays, as they said when they registered; null when they did not. */
    sport: text('sport', { enum: SPORTS }),
    handedness: smallint('handedness').notNull().default(0),
    /** Whether the user said which hand; else it is only assumed. */
    handStated: boolean('hand_stated').notNull().default(false),
    backhandStyle: text('backhand_style').notNull().default('double'),
    backhandStated: boolean('backhand_stated').notNull().default(false),
    level: numeric('level', { precision: 2, scale: 1, mode: 'number' }).notNull().default(3),
    description: text('description').notNull().default(''),
    verified: smallint('verified').notNull().default(0),
    likesCount: integer('likes_count').notNull().default(0),
    nicePhotos: text('nice_photos').notNull().default(''),
    /** Whether a coach takes new students. Who asks by the coach's page is refused otherwise. */
    takesStudents: boolean('takes_students').notNull().default(true),
    /** The exact rating behind the level, moved by results in hundredths. The level follows it in steps of 0.5. */
    rating: numeric('rating', { precision: 3, scale: 2, mode: 'number' }).notNull().default(3),
    /** When the user completed the registration as a player. */
    registeredAt: instant('registered_at'),
    /** When the user last got tokens, on any device; null when they never logged in. */
    lastSeenAt: instant('last_seen_at'),
    /**
     * When the user closed the account. Name, picture and number are deleted then; data needed for accounting stays.
     */
    closedAt: instant('closed_at'),
    /**
     * Whether this is a student whom a club registered, and who has no account. Nobody logs in as them, finds them or
     * writes to them. Source: decision record 053
     */
    unclaimed: boolean('unclaimed').notNull().default(false),
    revision: revision(),
    createdAt: createdAt(),
  },
  (t) => [
    check(
      'users_unclaimed',
      sql`not ${t.unclaimed} or (${t.userType} = 0 and num_nonnulls(${t.phone}, ${t.openId}, ${t.unionId}, ${t.wechatId},
        ${t.avatar}, ${t.registeredAt}, ${t.lastSeenAt}) = 0)`,
    ),
    check('users_user_type', sql`${t.userType} in (0, 1, 2)`),
    check('users_gender', sql`${t.gender} in (0, 1)`),
    check('users_sport', sql`${t.sport} in ('tennis', 'badminton')`),
    check('users_handedness', sql`${t.handedness} in (0, 1)`),
    check('users_backhand', sql`${t.backhandStyle} in ('single', 'double')`),
    check('users_level', sql`${t.level} between 1.0 and 7.0 and ${t.level} * 2 = trunc(${t.level} * 2)`),
    check('users_likes_count', sql`${t.likesCount} >= 0`),
    // The client uses this id for a guest, so no stored user may have it (decision "People and accounts").
    check('users_not_the_guest', sql`${t.id} <> 123456`),
    check('users_rating', sql`${t.rating} between 1.00 and 7.00`),
    check('users_phone_verified', sql`not ${t.phoneVerified} or ${t.phone} is not null`),
    check(
      'users_closed',
      sql`${t.closedAt} is null or num_nonnulls(${t.phone}, ${t.openId}, ${t.unionId}, ${t.wechatId}, ${t.avatar}) = 0`,
    ),
    // The coaches whom strangers find, most liked first.
    index('users_coaches')
      .on(t.likesCount.desc().nullsFirst(), t.id)
      .where(sql`${t.userType} <> 0 and ${t.closedAt} is null`),
    index('users_by_time').on(t.createdAt, t.id),
    index('users_by_last_seen').on(t.lastSeenAt.desc().nullsLast(), t.id.desc()),
    // Support searches by the last four digits of a number.
    index('users_by_phone_end').on(sql`right(${t.phone}, 4)`),
    uniqueIndex('users_phone').on(t.phone),
    uniqueIndex('users_open_id').on(t.openId),
  ],
)

/** The nickname of a closed account. */
export const CLOSED_NICKNAME = '已注销用户'

/**
 * The condition that an account of `users` may be found and shown by itself: it is open, and no student of a club without
 * an account. Those are seen where the club's relations, classes and contracts show them, and nowhere else.
 */
export const isFindable = (): SQL | undefined => and(isNull(users.closedAt), not(users.unclaimed))

/** A column that references a user. */
export const userId = (name: string) => idColumn(name).references(() => users.id)

/** The users that an operator means by a keyword: a whole phone number, an id, or part of a nickname. */
export function isPersonMeantBy(keyword: string): SQL | undefined {
  const phone = plainPhone(keyword)
  if (isMobile(phone)) return eq(users.phone, phone)
  const isCalled = contains(users.nickname, keyword)
  return isId(keyword) ? or(eq(users.id, keyword), isCalled) : isCalled
}
