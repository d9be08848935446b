import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closeDirectory } from './http-process.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

test('a directory is created for one account only, and an open one is closed', () => {
  const parent = mkdtempSync(join(tmpdir(), 'paidang-directory-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const [fresh, open] = [join(parent, 'fresh'), join(parent, 'open')]
  mkdirSync(open)
  chmodSync(open, 0o755)
  for (let start = 0; start < 2; start++) for (const directory of [fresh, open]) closeDirectory(directory)
  expect([modeOf(fresh), modeOf(open)]).toEqual(['700', '700'])
})
