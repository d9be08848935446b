import type { PlayerView } from '@paidang/api/areas/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import type { Database } from '../../db/database.ts'
import { hasBlacklisted } from '../blacklist/kept-apart.ts'
import { listPending } from '../content/list-pending.ts'
import { FILES_PATH } from '../files/file-links.ts'
import { maskedPhone } from './mask-phone.ts'
import { pathsOf } from './photo-paths.ts'
import { findPlayer, type PlayerRow } from './queries.ts'

type Viewing = {
  userId: string
  /** Undefined: a guest. */
  by: string | undefined
  /** Whether the two have to do with each other, or the caller was handed the card; a stranger unless it is said. */
  isTied?: boolean
  now: Date
  /** Where the caller reached us, for the addresses of pictures. */
  origin: string
}

/**
 * A user as `by` may see him: the phone, masked, only by himself, the WeChat id by those who have to do with him when he shows it. Whom he has on
 * his blacklist does not see him; his own blacklist leads to those on it, so he sees them.
 *
 * @throws ApiError user_not_found, the same for one who is absent or keeps `by` away
 * Source: specification §3 "User info", permission matrix, decision record 018
 */
export async function viewPlayer(
  db: Database,
  { userId, by, isTied = false, now, origin }: Viewing,
): Promise<PlayerView> {
  const player = await findPlayer(db, { userId, now })
  if (!player) throw new ApiError('user_not_found')
  if (by !== undefined && (await hasBlacklisted(db, userId, by))) throw new ApiError('user_not_found')
  const toHimself = userId === by
  const pending = toHimself ? await listPending(db, { kind: 'user', objectId: userId, by: userId }) : []
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
    region: row.region,
    handedness: row.handedness,
    backhandStyle: row.backhandStyle === 'single' ? 'single' : 'double',
    level: row.level,
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
  }
}

function registerTypesOf({ registeredAt, userType }: PlayerRow): PlayerView['registerTypes'] {
  const types: PlayerView['registerTypes'] = []
  if (registeredAt !== null) types.push('player')
  if (userType !== USER_TYPES.PLAYER) types.push('coach')
  return types
}
