import { findBallContent, findProfileContent } from '../areas/desks/reports/reported-content.ts'
import type { Database } from '../db/database.ts'
import { ballResultPlayers, ballResults } from '../tables/balls.ts'
import { blacklistEntries } from '../tables/blacklist.ts'
import { contentSubmissions } from '../tables/content.ts'
import { files } from '../tables/files.ts'
import { levelChanges } from '../tables/profile.ts'
import { coachApplications } from '../tables/registration.ts'
import { reports } from '../tables/reports.ts'
import { CONTRACT_PAPER, certificatePicture, heldPictures } from './pictures.ts'
import type { World } from './world.ts'
import { type Ids, writeAll, writeWithIds } from './write.ts'

/** The approximate size in bytes of a page as WebP. */
const PAPER_BYTES = 9_000
const HELD_PICTURE = { width: 600, height: 600, sizeBytes: 30_000 }

/** Writes level histories, content that waits for approval, coach applications and blacklists. */
export async function writePeopleCases(tx: Database, world: World, ids: Ids): Promise<void> {
  const { peopleMatters: matters } = world
  await writeAll(matters.levels, (batch) =>
    tx.insert(levelChanges).values(
      batch.map(({ person, by, at, ...row }) => ({
        ...row,
        userId: ids.of(person),
        byUserId: by && ids.of(by),
        createdAt: at,
      })),
    ),
  )
  for (const [index, { person, at, ...application }] of matters.applications.entries()) {
    const [userId, certificates] = [ids.of(person), certificatePicture(index + 1)]
    const size = { ...CONTRACT_PAPER, sizeBytes: PAPER_BYTES }
    await tx.insert(files).values({ ...size, relativePath: certificates, ownerId: userId, createdAt: at })
    await tx.insert(coachApplications).values({ ...application, userId, certificates, createdAt: at })
  }
  await writeHeld(tx, world, ids)
  await tx.insert(blacklistEntries).values(
    matters.blacklist.map(({ owner, target, at }) => ({
      ownerId: ids.of(owner),
      targetId: ids.of(target),
      createdAt: at,
    })),
  )
}

/** Writes the content that waits for an operator's approval. */
async function writeHeld(tx: Database, { peopleMatters }: World, ids: Ids): Promise<void> {
  const texts = peopleMatters.held.flatMap(({ person, text, at }) =>
    text === null ? [] : [{ field: 'description', value: text, authorId: ids.of(person), createdAt: at }],
  )
  const pictures = heldPictures(peopleMatters).map(({ person, path, at }) => ({
    field: 'nicePhotos',
    value: path,
    authorId: ids.of(person),
    createdAt: at,
  }))
  await tx.insert(files).values(
    pictures.map(({ value, authorId, createdAt }) => ({
      ...HELD_PICTURE,
      relativePath: value,
      ownerId: authorId,
      createdAt,
    })),
  )
  const rows = [...texts, ...pictures].map((row) => ({ ...row, kind: 'user' as const, objectId: row.authorId }))
  await tx.insert(contentSubmissions).values(rows)
}

/** Writes the results of games. The ratings of the players include them already. */
export async function writeResults(tx: Database, { peopleMatters: { results } }: World, ids: Ids): Promise<void> {
  await writeWithIds(ids, results, (batch) =>
    tx
      .insert(ballResults)
      .values(
        batch.map(({ ball, sets, winner, recordedBy, answeredBy, at, answeredAt }) => ({
          ballId: ids.of(ball),
          recordedBy: ids.of(recordedBy),
          sets,
          winner,
          state: 'AGREED' as const,
          answeredBy: ids.of(answeredBy),
          answeredAt,
          createdAt: at,
        })),
      )
      .returning({ id: ballResults.id }),
  )
  for (const result of results) {
    const resultId = ids.of(result)
    await tx
      .insert(ballResultPlayers)
      .values(result.players.map(({ person, ...row }) => ({ ...row, resultId, userId: ids.of(person) })))
  }
}

/** Writes the reports, with the reported text. */
export async function writeReports(tx: Database, { peopleMatters }: World, ids: Ids): Promise<void> {
  for (const { kind, about, reporter, at, ...said } of peopleMatters.reports) {
    const objectId = ids.of(about)
    const found = await (kind === 'ball' ? findBallContent(tx, objectId) : findProfileContent(tx, objectId))
    if (!found) throw new Error('Somebody reported what is not there')
    const { ownerId, revision: objectRevision, content } = found
    await tx.insert(reports).values({
      ...said,
      kind,
      objectId,
      ownerId,
      content,
      objectRevision,
      reporterId: ids.of(reporter),
      createdAt: at,
    })
  }
}
