import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { ArchiveBroken, ArchiveWriter, unpack } from './archive.ts'

const home = mkdtempSync(join(tmpdir(), 'paidang-archive-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const ABOUT = { createdAt: '2026-11-25T02:00:00.000Z', database: 'embedded', postgres: '18.4' } as const
const picture = join(home, 'picture')
writeFileSync(picture, 'of a court '.repeat(50_000))

async function archiveOf(name: string, recipients: readonly string[]): Promise<string> {
  const file = join(home, name)
  const archive = new ArchiveWriter(file, recipients)
  await archive.addDirectory('pg/empty')
  await archive.addFile('uploads/picture', picture)
  await archive.addFile('uploads/gone', join(home, 'gone'))
  await archive.addText('environment', 'A=1')
  await archive.finish(ABOUT)
  return file
}

test('an archive gives back what was put in, and lacks a file that was gone', async () => {
  const target = join(home, 'plain')
  expect(await unpack(await archiveOf('plain.tar.gz', []), target, [])).toEqual(ABOUT)
  expect(readFileSync(join(target, 'uploads/picture'))).toEqual(readFileSync(picture))
  expect(readFileSync(join(target, 'environment'), 'utf8')).toBe('A=1')
  expect([existsSync(join(target, 'pg/empty')), existsSync(join(target, 'uploads/gone'))]).toEqual([true, false])
})

test('each of several keys opens an encrypted archive, and no other', async () => {
  const [one, two, stranger] = await Promise.all([generateIdentity(), generateIdentity(), generateIdentity()])
  const file = await archiveOf('sealed.tar.gz.age', await Promise.all([one, two].map(identityToRecipient)))
  for (const identity of [one, two]) expect(await unpack(file, join(home, identity), [identity])).toEqual(ABOUT)
  await expect(unpack(file, join(home, 'stranger'), [stranger])).rejects.toThrow(ArchiveBroken)
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, whole.length - 1))
  await expect(unpack(file, join(home, 'cut'), [one])).rejects.toThrow(ArchiveBroken)
})

test('an archive that was cut off or changed is refused', async () => {
  const file = await archiveOf('broken.tar.gz', [])
  const whole = readFileSync(file)
  for (const length of [10, whole.length / 2, whole.length - 10]) {
    writeFileSync(file, whole.subarray(0, length))
    await expect(unpack(file, join(home, `cut-${length}`), [])).rejects.toThrow(ArchiveBroken)
  }
  whole[200] = (whole[200] ?? 0) ^ 1
  writeFileSync(file, whole)
  await expect(unpack(file, join(home, 'changed'), [])).rejects.toThrow(ArchiveBroken)
})
