import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createLocalFileStore } from './file-store.ts'

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
