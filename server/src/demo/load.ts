import { eq } from 'drizzle-orm'
import { hashPassword } from '../areas/auth/password.ts'
import { credentials } from '../areas/auth/tables.ts'
import type { Database } from '../db/database.ts'
import { DEMO_PASSWORD } from './accounts.ts'
import { DEMO_USERNAMES } from './people.ts'
import { drawPictures } from './pictures.ts'
import { planWorld } from './world.ts'
import { writeWorld } from './write-world.ts'

/** When and where the world is loaded; its pictures go below `filesDirectory`. */
type Occasion = { now: Date; filesDirectory: string }

/**
 * Loads the demo world as it stands at `now`, in one transaction; its pictures are drawn first. Where its first player
 * exists nothing is touched. Two loads at once are for the caller to prevent (the start lock of `migrate`): the later one
 * fails on the user names and leaves nothing.
 *
 * Source: decision "The demo world"
 */
export async function loadDemoWorld(
  db: Database,
  { now, filesDirectory }: Occasion,
): Promise<'loaded' | 'already-there'> {
  const [first] = DEMO_USERNAMES
  if ((await db.$count(credentials, eq(credentials.username, first))) > 0) return 'already-there'

  const world = planWorld(now)
  const hashed = world.accounts.map(async (account) => [account, await hashPassword(DEMO_PASSWORD)] as const)
  const hashes = new Map(await Promise.all(hashed))
  await drawPictures(world, filesDirectory)
  await writeWorld(db, world, hashes)
  return 'loaded'
}
