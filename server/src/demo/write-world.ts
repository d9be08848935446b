import type { Database } from '../db/database.ts'
import type { World } from './world.ts'
import { createIds } from './write.ts'
import { writeAccountCases } from './write-account-cases.ts'
import { writeBalls } from './write-balls.ts'
import { writeCardLedgers, writeCards } from './write-cards.ts'
import {
  writeClasses,
  writeContracts,
  writeLedgers,
  writeLikes,
  writeLocksAndClaims,
  writeRelations,
} from './write-classes.ts'
import { writeMall } from './write-mall.ts'
import { writeObjection } from './write-objection.ts'
import { writePeopleCases, writeReports, writeResults } from './write-people-cases.ts'
import { type PasswordHashes, writePeople, writePlaces, writeShopsAndStaff } from './write-places.ts'
import { writeBusinessCards, writeMessages } from './write-social.ts'
import { writeStringing } from './write-stringing.ts'
import { writeClosedVenue, writeContractPhoto, writeNewVenue } from './write-uploads.ts'

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
    await writeAccountCases(tx, world)
    await writeClosedVenue(tx, world)
    await writeStringing(tx, world, ids)
    await writeMall(tx, world, ids)
  })
}
