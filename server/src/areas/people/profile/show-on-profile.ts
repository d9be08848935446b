import type { Database } from '../../../db/database.ts'
import { pathsOf } from './photo-paths.ts'
import { findUser, type UserRow, updateUser } from './profile-queries.ts'

/** Reads the checked fields of a profile, as others see them. */
export async function readProfileTexts(
  db: Database,
  userId: string,
): Promise<Partial<Record<string, string | null>> | undefined> {
  const user = await findUser(db, userId)
  if (!user) return undefined
  const { nickname, description, region, wechatId, avatar, nicePhotos } = user
  return { nickname, description, region, wechatId, avatar, nicePhotos }
}

/** Shows an approved value on a locked profile. A photo is added after the others. */
export async function showOnProfile(tx: Database, userId: string, field: string, value: string): Promise<void> {
  const user = await findUser(tx, userId)
  if (!user || user.closedAt) return
  await updateUser(tx, userId, changeOf(user, field, value))
}

function changeOf({ nicePhotos }: UserRow, field: string, value: string): Partial<UserRow> {
  switch (field) {
    case 'nickname':
    case 'description':
    case 'region':
    case 'wechatId':
    case 'avatar':
      return { [field]: value }
    case 'nicePhotos':
      return { nicePhotos: [...new Set([...pathsOf(nicePhotos), value])].join(',') }
    default:
      throw new Error(`a profile has no field ${field}`)
  }
}
