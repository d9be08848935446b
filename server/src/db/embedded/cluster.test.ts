import { chmodSync, existsSync, mkdtempSync, readFileSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { locateCluster } from './cluster.ts'

const isRoot = process.getuid?.() === 0
let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'paidang-cluster-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

test('the cluster lies in DATA_DIR, which is created, and other accounts cannot list it', () => {
  chmodSync(home, 0o711)
  const dataDir = join(home, 'deep', '数据')
  expect(locateCluster(dataDir).directory).toBe(join(dataDir, 'pg'))
  expect(existsSync(join(dataDir, 'database-directory'))).toBe(false)
})

test('in a closed home the cluster lies in DATA_DIR for its owner; root uses a system directory and remembers it', () => {
  chmodSync(home, 0o700)
  const dataDir = join(home, 'data')
  const { directory, account } = locateCluster(dataDir)
  if (!isRoot) {
    expect(directory).toBe(join(dataDir, 'pg'))
    return
  }
  try {
    expect(account.uid).toBeGreaterThan(0)
    expect(directory).toMatch(/^\/var\/lib\/paidang\/[0-9a-f]{16}\/pg$/)
    expect(readFileSync(join(dataDir, 'database-directory'), 'utf8').trim()).toBe(directory)
    expect(locateCluster(dataDir).directory).toBe(directory)
  } finally {
    rmdirSync(dirname(directory))
  }
})
