import { randomBytes } from 'node:crypto'
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { codeOf } from './error-parts.ts'
import { StartRefused } from './start-refused.ts'

/** Enterable but not listable. When we are root, PostgreSQL runs as another account, and its cluster may lie inside. */
const DATA_DIRECTORY_MODE = 0o711
const SECRET_BYTES = 32

/** Creates DATA_DIR when it is missing. An existing one keeps its permissions. */
export function ensureDataDirectory(dataDir: string): void {
  try {
    // The umask reduces the mode of mkdir. Only a directory that we created is widened again.
    if (mkdirSync(dataDir, { recursive: true, mode: DATA_DIRECTORY_MODE })) chmodSync(dataDir, DATA_DIRECTORY_MODE)
  } catch (error) {
    throw new StartRefused(`无法创建数据目录 ${dataDir}（${codeOf(error)}）。请检查权限，或设置另一个 DATA_DIR。`)
  }
}

/** The path of a generated secret. */
export function secretFile(dataDir: string, name: string): string {
  return join(dataDir, 'secrets', name)
}

/**
 * A secret kept in DATA_DIR/secrets (mode 0600): 256 random bits in base64url, generated at the first call. Processes
 * that ask at the same moment get the same secret.
 */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = secretFile(dataDir, name)
  const known = readSecret(file)
  if (known !== undefined) return known

  ensureDataDirectory(dataDir)
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`
  try {
    mkdirSync(join(dataDir, 'secrets'), { recursive: true, mode: 0o700 })
    writeFileSync(draft, `${randomBytes(SECRET_BYTES).toString('base64url')}\n`, { mode: 0o600, flush: true })
    // Linking is atomic and never overwrites. One of two processes wins, and no reader sees half a file.
    linkSync(draft, file)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') {
      throw new StartRefused(`无法写入密钥文件 ${file}（${codeOf(error)}）。请检查权限，或设置另一个 DATA_DIR。`)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  const secret = readSecret(file)
  if (secret === undefined) throw new StartRefused(`密钥文件 ${file} 刚写入就消失了，请重新启动。`)
  return secret
}

/** Reads a secret; undefined when its file is missing. */
export function readSecret(file: string): string | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw new StartRefused(`无法读取密钥文件 ${file}（${codeOf(error)}）。请检查它的所有者与权限。`)
  }
  if (text === '') throw new StartRefused(`密钥文件 ${file} 是空的。请从备份恢复它，或删除后重新启动。`)
  return text
}
