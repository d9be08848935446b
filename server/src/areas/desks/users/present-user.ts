import type { ManagedUser } from '@paidang/api/areas/admin-users'
import { maskedPhone } from '../../people/profile/mask-phone.ts'
import type { UserRow } from './user-queries.ts'

/** A user as operators see them, with the phone masked. */
export function presentUser(row: UserRow): ManagedUser {
  const { id, nickname, avatar, userType, phone, username, state } = row
  return {
    id,
    nickname,
    avatar,
    userType,
    phone: phone && maskedPhone(phone),
    username,
    state,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt?.toISOString() ?? null,
  }
}
