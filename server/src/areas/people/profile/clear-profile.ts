import type { Database } from '../../../db/database.ts'
import { lockUser, updateUser } from './profile-queries.ts'

/** A part of a profile that can be cleared. */
export type ProfilePart = 'nickname' | 'avatar' | 'description' | 'nicePhotos'

/**
 * Clears parts of a profile. A neutral name replaces the nickname. The clean-up removes pictures that are not used
 * elsewhere.
 */
export async function clearProfile(
  tx: Database,
  { userId, parts }: { userId: string; parts: readonly ProfilePart[] },
): Promise<void> {
  await lockUser(tx, userId)
  const plain = { nickname: plainName(userId), avatar: null, description: '', nicePhotos: '' }
  await updateUser(tx, userId, Object.fromEntries(parts.map((part) => [part, plain[part]])))
}

/** For example 球友10086. Source: a nickname has twenty characters */
function plainName(userId: string): string {
  return `球友${userId}`.slice(0, 20)
}
