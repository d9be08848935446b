import { eq } from 'drizzle-orm'
import { hashPassword } from '../areas/people/auth/password.ts'
import type { Database } from '../db/database.ts'
import { credentials } from '../tables/auth.ts'
import { DEMO_PASSWORD } from './accounts.ts'
import { DEMO_USERNAMES } from './people.ts'
import { drawPictures } from './pictures.ts'
import { planWorld } from './world.ts'
import { writeWorld } from './write-world.ts'

/** The time for which the world is loaded, and the folder of its pictures. */
type Occasion = { now: Date; filesDirectory: string }

/**
 * Loads the demo world as of `now`, in one transaction. Its pictures are drawn first. If its first player exists,
 * nothing changes. Callers must prevent two loads at once, with the start lock of `migrate`. Otherwise the later load
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
