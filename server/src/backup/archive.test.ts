import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, expect, test } from 'vitest'
import { ArchiveBroken, ArchiveWriter, encrypterFor, removeLeftovers, unpack } from './archive.ts'

const home = mkdtempSync(join(tmpdir(), 'paidang-archive-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))
const ABOUT = { createdAt: '2026-11-25T02:00:00.000Z', database: 'embedded', postgres: '18.4' } as const
const picture = join(home, 'picture')
writeFileSync(picture, 'of a court '.repeat(50_000))

async function archiveOf(name: string, recipients: readonly string[]): Promise<string> {
  const file = join(home, name)
  const archive = new ArchiveWriter(file, encrypterFor(recipients))
  await archive.addDirectory('pg/empty')
  await archive.addFile('uploads/picture', picture)
  await archive.addFile('uploads/gone', join(home, 'gone'))
  await archive.addText('environment', 'A=1')
  await archive.finish(ABOUT)
  return file
}

test('an archive gives back what was put in, and lacks a file that was gone', async () => {
  const target = join(home, 'plain')
  expect(await unpack(await archiveOf('plain.tar.gz', []), target, { identities: [] })).toEqual(ABOUT)
  expect(readFileSync(join(target, 'uploads/picture'))).toEqual(readFileSync(picture))
  expect(readFileSync(join(target, 'environment'), 'utf8')).toBe('A=1')
  expect([existsSync(join(target, 'pg/empty')), existsSync(join(target, 'uploads/gone'))]).toEqual([true, false])
})

test('each of several keys opens an encrypted archive, and no other', async () => {
  const [one, two, stranger] = await Promise.all([generateIdentity(), generateIdentity(), generateIdentity()])
  const file = await archiveOf('sealed.tar.gz.age', await Promise.all([one, two].map(identityToRecipient)))
  for (const identity of [one, two])
    expect(await unpack(file, join(home, identity), { identities: [identity] })).toEqual(ABOUT)
  await expect(unpack(file, join(home, 'stranger'), { identities: [stranger] })).rejects.toThrow(
    '这把私钥不是这份备份的',
  )
  await expect(unpack(file, join(home, 'nobody'), { identities: [] })).rejects.toThrow('请用 --identity 指出私钥')
  const whole = readFileSync(file)
  writeFileSync(file, whole.subarray(0, whole.length - 1))
  await expect(unpack(file, join(home, 'cut'), { identities: [one] })).rejects.toThrow(ArchiveBroken)
})

test('an archive that was cut off or changed is refused', async () => {
  const file = await archiveOf('broken.tar.gz', [])
  const whole = readFileSync(file)
  for (const length of [10, whole.length / 2, whole.length - 10]) {
    writeFileSync(file, whole.subarray(0, length))
    await expect(unpack(file, join(home, `cut-${length}`), { identities: [] })).rejects.toThrow(ArchiveBroken)
  }
  // A single bit may mean nothing in a compressed stream.
  for (let at = 200; at < 232; at += 1) whole[at] = (whole[at] ?? 0) ^ 255
  writeFileSync(file, whole)
  await expect(unpack(file, join(home, 'changed'), { identities: [] })).rejects.toThrow(ArchiveBroken)
})

test.each(['large.tar.gz', 'large.tar.gz.age'])(
  '%s that is cut in the midst of a large file is refused',
  async (name) => {
    const identity = await generateIdentity()
    const large = join(home, 'large')
    // Thousand times smaller in the archive: at the cut, much of it is read and not yet written.
    writeFileSync(large, Buffer.concat([randomBytes(90_000), Buffer.alloc(32_000_000)]))
    const file = join(home, name)
    const archive = new ArchiveWriter(
      file,
      encrypterFor(name.endsWith('.age') ? [await identityToRecipient(identity)] : []),
    )
    await archive.addText('environment', 'A=1')
    await archive.addFile('uploads/large', large)
    await archive.finish(ABOUT)
    const whole = readFileSync(file)
    for (const share of [0, 0.001, 0.2, 0.5, 0.6, 0.7, 0.9]) {
      writeFileSync(file, whole.subarray(0, Math.floor(whole.length * share)))
      await expect(unpack(file, join(home, `${name}-${share}`), { identities: [identity] })).rejects.toThrow(
        '备份无法读取：',
      )
    }
  },
)

test('a target that is full, or is not there, is what a failed archive tells, and nothing stays', async () => {
  for (const recipients of [[], [await identityToRecipient(await generateIdentity())]]) {
    const full = join(home, `full-${recipients.length}`)
    symlinkSync('/dev/full', `${full}.${process.pid}.partial`)
    const archive = new ArchiveWriter(full, encrypterFor(recipients))
    const adding = async () => {
      for (let count = 0; ; count += 1) await archive.addText(`${count}`, randomBytes(100_000).toString('hex'))
    }
    await expect(adding()).rejects.toMatchObject({ code: 'ENOSPC' })
    await archive.giveUp()
    expect(readdirSync(home).filter((name) => name.startsWith('full'))).toEqual([])
  }
  const nowhere = new ArchiveWriter(join(home, 'nowhere/archive'), undefined)
  await expect(nowhere.addFile('picture', picture).then(() => nowhere.finish(ABOUT))).rejects.toMatchObject({
    code: 'ENOENT',
  })
})

test('an archive that is interrupted, or whose content fails, says so and leaves nothing', async () => {
  const interrupted = new ArchiveWriter(join(home, 'ended'), undefined)
  async function* endless() {
    for (;;) yield randomBytes(65_536)
  }
  const adding = interrupted.addParts('dump', endless())
  interrupted.interrupt(new Error('a signal'))
  await expect(adding).rejects.toThrow('a signal')
  await interrupted.giveUp()
  const failing = new ArchiveWriter(join(home, 'ended'), undefined)
  async function* broken(): AsyncIterable<Buffer> {
    yield Buffer.from('the beginning of a dump')
    throw new Error('pg_dump 失败')
  }
  await expect(failing.addParts('dump', broken())).rejects.toThrow('pg_dump 失败')
  await failing.giveUp()
  expect(readdirSync(home).filter((name) => name.startsWith('ended'))).toEqual([])
})

test('a stream of unknown length comes back from its parts', async () => {
  const file = join(home, 'parts.tar.gz')
  const archive = new ArchiveWriter(file, undefined)
  const chunk = randomBytes(3_000_000)
  async function* dump() {
    for (let count = 0; count < 4; count += 1) yield chunk
  }
  await archive.addParts('dump', dump())
  await archive.finish(ABOUT)
  const target = join(home, 'parts')
  await unpack(file, target, { identities: [] })
  const parts = readdirSync(join(target, 'dump')).sort()
  expect(parts).toEqual(['000001', '000002'])
  const together = Buffer.concat(parts.map((name) => readFileSync(join(target, 'dump', name))))
  expect(together.equals(Buffer.concat(Array(4).fill(chunk)))).toBe(true)
})

test('the next run removes what a killed one left, of this kind alone, and of none that goes on', async () => {
  const directory = mkdtempSync(join(home, 'leftovers-'))
  const gone = 99_999_999
  const archive = 'paidang-20260101T000000Z.tar.gz'
  const left = [
    `${archive}.age.${gone}.partial`,
    `${archive}.age.sha256`,
    `${archive}.partial`,
    `database.dump.${gone}`,
  ]
  const kept = [archive, 'notes.partial', `paidang-20260102T000000Z.tar.gz.${process.ppid}.partial`]
  for (const name of [...left, ...kept]) writeFileSync(join(directory, name), '')
  await removeLeftovers(directory)
  expect(readdirSync(directory).sort()).toEqual(kept.sort())
})

test.each([
  ['', '是空的'],
  ['age1', '不是 age 公钥'],
  ['AGE-SECRET-KEY-1QQPQ', '不是 age 公钥'],
])('the recipient "%s" is refused and not repeated', (recipient, reason) => {
  expect(() => encrypterFor([recipient])).toThrow(reason)
  if (recipient.length > 10) expect(() => encrypterFor([recipient])).not.toThrow(recipient)
})
