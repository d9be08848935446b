import type { PlayerView } from '@paidang/api/areas/people/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import { dayOf, halfHourOfInstant } from '@paidang/domain/kernel/day'
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { ballParticipants } from '../../../tables/balls.ts'
import { invitations, seats } from '../../../tables/classes.ts'
import { users } from '../../../tables/identities.ts'
import { partners } from '../../../tables/relations.ts'
import { hasBlacklisted } from '../../ground/blacklist/read-blocked.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { FILES_PATH } from '../../ground/files/file-links.ts'
import { levelIsUnsaid } from './levels.ts'
import { maskedPhone } from './mask-phone.ts'
import { pathsOf } from './profile-row.ts'

/** A stored user, with the numbers of their classes, games and partners. */
type PlayerRow = typeof users.$inferSelect & {
  classesCount: number
  ballsCount: number
  partnersCount: number
  levelIsUnsaid: boolean
  attendance: number | null
}

/**
 * Finds a user with the numbers below; undefined for no user or a closed account.
 *
 * - Completed classes that the user attended or taught.
 * - Ball games of the user that have begun at `now` and were not cancelled.
 * - Partners: the different people of those classes and of the finished games.
 * - Attendance: the percentage of completed classes that the user came to.
 */
async function findPlayer(
  db: Database,
  { userId, now }: { userId: string; now: Date },
): Promise<PlayerRow | undefined> {
  const classesCount = sql<number>`(
    select count(*)
    from ${invitations} i
    where i.coach_id = ${userId} and i.invitation_status = 'COMPLETED'
  ) + (
    select count(*) from ${seats} s
    where s.user_id = ${userId} and s.state = 'JOINED' and s.invitation_status = 'COMPLETED'
  )`.mapWith(Number)
  const ballsCount = sql<number>`(
    select count(*) from ${ballParticipants} p
    where p.user_id = ${userId} and p.state = 'CONFIRMED' and p.ball_status = 'FINISHED'
  ) + (
    select count(*) from ${ballParticipants} p
    where p.user_id = ${userId} and p.state = 'CONFIRMED' and p.ball_status in ('UNPAID', 'OPEN', 'FULL')
      and (p.activity_date, p.begin_time_slot) <= (${dayOf(now)}::date, ${halfHourOfInstant(now)}::smallint)
  )`.mapWith(Number)
  const attendance = sql<number | null>`(
    select round(100.0 * count(*) filter (where s.attendance in ('present', 'late')) / nullif(count(s.attendance), 0))
    from ${seats} s where s.user_id = ${userId} and s.state = 'JOINED' and s.invitation_status = 'COMPLETED'
  )`.mapWith(Number)
  const counts = { classesCount, ballsCount, partnersCount: partnersOf(userId), attendance, levelIsUnsaid }
  const [row] = await db
    .select({ ...getTableColumns(users), ...counts })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.closedAt)))
  return row
}

/** The number of different people who shared a completed class or a finished game with the user. */
const partnersOf = (userId: string) =>
  sql<number>`(select count(*) from ${partners} p where p.user_id = ${userId})`.mapWith(Number)

type Viewing = {
  userId: string
  /** Undefined for a guest. */
  actorId: string | undefined
  /** Whether the two have a tie, or the caller was handed the card. By default the caller is a stranger. */
  isTied?: boolean
  now: Date
  /** The origin that the caller reached, for the addresses of pictures. */
  origin: string
}

/**
 * A user as the caller may see them. Only the user sees their own phone, masked. People with a tie see the WeChat id
 * when its owner shows it. A user hides from people on their own blacklist. The caller still sees people on the
 * caller's blacklist.
 *
 * @throws ApiError user_not_found, also for a user who has blocked the caller.
 * Source: specification §3 "User info", permission matrix, decision record 018
 */
export async function viewPlayer(
  db: Database,
  { userId, actorId, isTied = false, now, origin }: Viewing,
): Promise<PlayerView> {
  const player = await findPlayer(db, { userId, now })
  // A student without an account is seen by who teaches them or shares a class with them.
  if (!player || (player.unclaimed && !isTied)) throw new ApiError('user_not_found')
  if (actorId !== undefined && (await hasBlacklisted(db, userId, actorId))) throw new ApiError('user_not_found')
  const toHimself = userId === actorId
  const pending = toHimself ? await listPending(db, { kind: 'user', objectId: userId, actorId: userId }) : []
  return { ...presentPlayer(player, { toHimself, isTied, origin }), pending }
}

function presentPlayer(
  row: PlayerRow,
  { toHimself, isTied, origin }: { toHimself: boolean; isTied: boolean; origin: string },
): Omit<PlayerView, 'pending'> {
  const urlOf = (relativePath: string) => origin + FILES_PATH + relativePath
  const nicePhotos = pathsOf(row.nicePhotos).map((relativePath) => ({ relativePath, url: urlOf(relativePath) }))
  return {
    id: row.id,
    userType: row.userType,
    nickname: row.nickname,
    avatar: row.avatar,
    avatarAbsUrl: row.avatar === null ? null : urlOf(row.avatar),
    gender: row.gender,
    ...(row.sport && { sport: row.sport }),
    region: row.region,
    handedness: row.handedness,
    backhandStyle: row.backhandStyle === 'single' ? 'single' : 'double',
    level: row.level,
    ...(row.levelIsUnsaid && { levelIsUnsaid: true }),
    ...(!row.genderStated && { genderIsUnsaid: true }),
    ...(!row.handStated && { handIsUnsaid: true }),
    ...(!row.backhandStated && { backhandIsUnsaid: true }),
    description: row.description,
    verified: row.verified,
    likesCount: row.likesCount,
    wechatId: toHimself || (isTied && row.wechatIdOpen) ? row.wechatId : null,
    wechatIdOpen: row.wechatIdOpen,
    phone: toHimself && row.phone !== null ? maskedPhone(row.phone) : null,
    nicePhotos: nicePhotos.map(({ relativePath }) => relativePath).join(','),
    nicePhotosAbsUrl: nicePhotos.map(({ url }) => url).join(','),
    nicePhotosList: nicePhotos,
    registerTypes: registerTypesOf(row),
    classesCount: row.classesCount,
    ballsCount: row.ballsCount,
    partnersCount: row.partnersCount,
    attendance: row.attendance,
    ...(toHimself && { revision: row.revision }),
  }
}

function registerTypesOf({ registeredAt, userType }: PlayerRow): PlayerView['registerTypes'] {
  const types: PlayerView['registerTypes'] = []
  if (registeredAt !== null) types.push('player')
  if (userType !== USER_TYPES.PLAYER) types.push('coach')
  return types
}
