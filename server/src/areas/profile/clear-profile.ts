import type { Database } from '../../db/database.ts'
import { lockUser, updateUser } from './profile-queries.ts'

/** What of a profile can be taken away. */
export type ProfilePart = 'nickname' | 'avatar' | 'description' | 'nicePhotos'

/** Takes parts of a profile away; in place of a name stands one that says nothing. Pictures that stand nowhere else are tidied away. */
export async function clearProfile(
  tx: Database,
  { userId, parts }: { userId: string; parts: readonly ProfilePart[] },
): Promise<void> {
  await lockUser(tx, userId)
  const plain = { nickname: plainName(userId), avatar: null, description: '', nicePhotos: '' }
  await updateUser(tx, userId, Object.fromEntries(parts.map((part) => [part, plain[part]])))
}

/** As in 球友10086. Source: a nickname has twenty characters */
function plainName(userId: string): string {
  return `球友${userId}`.slice(0, 20)
}
