import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyPictures, createLocalFileStore } from './file-store.ts'
import { createS3Store } from './s3-store.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

function givenDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'paidang-files-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return directory
}

test('only the account of the server can read a picture and its folders', async () => {
  const directory = join(givenDirectory(), 'uploads')
  await createLocalFileStore(directory).write('private/contracts/x.webp', Buffer.from('x'))
  const folders = ['', 'private', 'private/contracts'].map((folder) => modeOf(join(directory, folder)))
  expect([...folders, modeOf(join(directory, 'private/contracts/x.webp'))]).toEqual(['700', '700', '700', '600'])
})

test('what another store has is not copied again, and what is no picture is not copied at all', async () => {
  const [from, to] = [createLocalFileStore(givenDirectory()), createLocalFileStore(givenDirectory())]
  for (const path of ['public/venues/a.webp', 'private/contracts/b.webp', 'public/venues/.c.webp.unfinished'])
    await from.write(path, Buffer.from(path))
  await to.write('public/venues/a.webp', Buffer.from('cut'))
  await to.write('private/contracts/b.webp', Buffer.from('private/contracts/b.webp'))
  expect(await copyPictures(from, to)).toEqual({ copied: 1, all: 2 })
  expect(await copyPictures(from, to)).toEqual({ copied: 0, all: 2 })
})

// What needs a store that answers: npm run test:long -- hosts, with Debian's Ceph.
test('a link to a private picture is signed for the address of the clients, for a minute', async () => {
  const own = { S3_BUCKET: 'club', S3_REGION: 'ap-guangzhou', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 'hush' }
  const inside = { ...own, S3_ENDPOINT: 'http://10.0.0.5:7480', S3_PATH_STYLE: 'on' }
  const store = createS3Store({ ...inside, S3_PUBLIC_URL: 'https://pictures.example' })
  const link = new URL((await store.linkTo('private/contracts/x.webp')) ?? '')
  expect([link.origin, link.pathname]).toEqual(['https://pictures.example', '/club/private/contracts/x.webp'])
  expect(link.searchParams.get('X-Amz-Expires')).toBe('60')
  expect(link.href).not.toContain('hush')
  await expect(createS3Store(inside).linkTo('private/contracts/x.webp')).resolves.toBeUndefined()
  await expect(store.linkTo('private/../secrets/token-secret')).rejects.toMatchObject({ code: 'file_not_found' })
})
