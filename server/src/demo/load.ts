import { eq } from 'drizzle-orm'
import { copyPictures, createLocalFileStore, type FileStore } from '../areas/ground/files/file-store.ts'
import { hashPassword } from '../areas/people/auth/password.ts'
import type { Database } from '../db/database.ts'
import { credentials } from '../tables/auth.ts'
import { DEMO_PASSWORD } from './accounts.ts'
import { DEMO_USERNAMES } from './people.ts'
import { renderPictures } from './pictures.ts'
import { planWorld, type World } from './world.ts'
import { createIds } from './write.ts'
import { writeBalls } from './write-balls.ts'
import { writeCardLedgers, writeCards } from './write-cards.ts'
import {
  writeClasses,
  writeContracts,
  writeLedgers,
  writeLikes,
  writeLocksAndClaims,
  writeObjection,
  writeRelations,
} from './write-classes.ts'
import { writeMall } from './write-mall.ts'
import { writeCaps, writePackages } from './write-packages.ts'
import {
  writeAccountCases,
  writeBusinessCards,
  writeMessages,
  writePeopleCases,
  writeQuestions,
  writeReports,
  writeResults,
} from './write-people.ts'
import {
  type PasswordHashes,
  writeClosedVenue,
  writeContractPhoto,
  writeNewVenue,
  writePeople,
  writePlaces,
  writeShopsAndStaff,
} from './write-places.ts'
import { writeStringing } from './write-stringing.ts'
import { writeTrialLessons } from './write-trials.ts'

/** The time for which the world is loaded, the folder of its pictures, and the store that gets them if it is another. */
type Occasion = { now: Date; filesDirectory: string; fileStore?: FileStore | undefined }

/**
 * Loads the demo world as of `now`, in one transaction. Its pictures are rendered first. If its first player exists,
 * nothing changes. Callers must prevent two loads at once, with the start lock of `migrate`. Otherwise the later load
 * fails on the user names and leaves nothing.
 *
 * Source: decision "The demo world"
 */
export async function loadDemoWorld(
  db: Database,
  { now, filesDirectory, fileStore }: Occasion,
): Promise<'loaded' | 'already-there'> {
  const [first] = DEMO_USERNAMES
  if ((await db.$count(credentials, eq(credentials.username, first))) > 0) return 'already-there'

  const world = planWorld(now)
  const hashed = world.accounts.map(async (account) => [account, await hashPassword(DEMO_PASSWORD)] as const)
  const hashes = new Map(await Promise.all(hashed))
  await renderPictures(world, filesDirectory)
  if (fileStore) await copyPictures(createLocalFileStore(filesDirectory), fileStore)
  await writeWorld(db, world, hashes)
  return 'loaded'
}

/** Writes a planned world in one transaction. `hashes` has an entry for each of its accounts. */
export async function writeWorld(db: Database, world: World, hashes: PasswordHashes): Promise<void> {
  await db.transaction(async (tx) => {
    const ids = createIds()
    await writePeople(tx, world, ids, hashes)
    await writePeopleCases(tx, world, ids)
    await writeBusinessCards(tx, world, ids)
    await writePlaces(tx, world, ids)
    await writeNewVenue(tx, world, ids)
    await writeRelations(tx, world, ids)
    await writeContracts(tx, world, ids)
    await writeContractPhoto(tx, world, ids)
    await writeClasses(tx, world, ids)
    await writeLedgers(tx, world, ids)
    await writeLikes(tx, world, ids)
    await writeLocksAndClaims(tx, world, ids)
    await writeCards(tx, world, ids)
    await writeBalls(tx, world, ids)
    await writeResults(tx, world, ids)
    await writeReports(tx, world, ids)
    await writeCardLedgers(tx, world, ids)
    await writeMessages(tx, world, ids)
    await writeObjection(tx, world, ids)
    await writeShopsAndStaff(tx, world, ids, hashes)
    await writeQuestions(tx, world, ids)
    await writeAccountCases(tx, world)
    await writeClosedVenue(tx, world)
    await writeStringing(tx, world, ids)
    await writeMall(tx, world, ids)
    await writeTrialLessons(tx, world, ids)
    await writePackages(tx)
    await writeCaps(tx, world, ids)
  })
}
