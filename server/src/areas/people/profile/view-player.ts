import type { PlayerView } from '@paidang/api/areas/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import { USER_TYPES } from '@paidang/domain/kernel/access'
import type { Database } from '../../../db/database.ts'
import { hasBlacklisted } from '../../ground/blacklist/read-blocked.ts'
import { listPending } from '../../ground/content/submissions.ts'
import { FILES_PATH } from '../../ground/files/file-links.ts'
import { maskedPhone } from './mask-phone.ts'
import { pathsOf } from './photo-paths.ts'
import { findPlayer, type PlayerRow } from './queries.ts'

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
  if (!player) throw new ApiError('user_not_found')
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
    revision: row.revision,
  }
}

function registerTypesOf({ registeredAt, userType }: PlayerRow): PlayerView['registerTypes'] {
  const types: PlayerView['registerTypes'] = []
  if (registeredAt !== null) types.push('player')
  if (userType !== USER_TYPES.PLAYER) types.push('coach')
  return types
}
