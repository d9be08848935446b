import type { PlayerView } from '@paidang/api/areas/profile'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { maskedPhone } from './mask-phone.ts'
import { findPlayer, type PlayerRow } from './queries.ts'

/**
 * A user as `by` may see him: the phone, masked, only by himself, the WeChat id by others only when he shows it.
 *
 * @throws ApiError user_not_found
 * Source: specification §3 "User info", permission matrix
 */
export async function viewPlayer(
  db: Database,
  { userId, by, now }: { userId: string; by: string; now: Date },
): Promise<PlayerView> {
  const player = await findPlayer(db, { userId, now })
  if (!player) throw new ApiError('user_not_found')
  return presentPlayer(player, { toHimself: userId === by })
}

function presentPlayer(row: PlayerRow, { toHimself }: { toHimself: boolean }): PlayerView {
  return {
    id: row.id,
    userType: row.userType,
    nickname: row.nickname,
    avatar: row.avatar,
    gender: row.gender,
    region: row.region,
    handedness: row.handedness,
    backhandStyle: row.backhandStyle === 'single' ? 'single' : 'double',
    level: row.level,
    description: row.description,
    verified: row.verified,
    likesCount: row.likesCount,
    wechatId: toHimself || row.wechatIdOpen ? row.wechatId : null,
    phone: toHimself && row.phone !== null ? maskedPhone(row.phone) : null,
    classesCount: row.classesCount,
    ballsCount: row.ballsCount,
  }
}
