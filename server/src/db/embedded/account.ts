import { execFileSync, spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { StartRefused } from '../../process/start-refused.ts'

/** The account that runs PostgreSQL, in the form that spawn takes; empty for our own. */
export type Account = { uid: number; gid: number } | { uid?: undefined; gid?: undefined }

/**
 * PostgreSQL refuses to run as root, so root uses one of these accounts. The first is made for it, the second exists
 * everywhere.
 */
const ACCOUNTS_FOR_ROOT = ['paidang', 'nobody']

/** The environment of PostgreSQL: no PG* and no LD_LIBRARY_PATH of ours, and the same locale and zone everywhere. */
export function environmentOfPostgres(): Record<string, string | undefined> {
  return { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }
}

/**
 * Chooses the account: our own unless we are root. Root takes the owner of an existing cluster, otherwise a dedicated
 * account, otherwise nobody.
 *
 * @param cluster the data directory, when it exists
 * @throws StartRefused when root finds no such account
 */
export function chooseAccount(cluster: string | undefined): Account {
  if (process.getuid?.() !== 0) return {}
  if (cluster !== undefined) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  for (const name of ACCOUNTS_FOR_ROOT) {
    const uid = idOf('-u', name)
    const gid = idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new StartRefused(
    'PostgreSQL 不能以 root 身份运行，本机也没有 paidang 或 nobody 账户。请新建 paidang 账户，或以普通用户启动，或设置 DATABASE_URL。',
  )
}

/** Whether this account can enter the directory, through all its parents. */
export function canEnter(account: Account, directory: string): boolean {
  if (account.uid === undefined) return true
  const { status } = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', directory], {
    ...account,
    env: environmentOfPostgres(),
    cwd: '/',
    stdio: 'ignore',
  })
  return status === 0
}

function idOf(flag: '-u' | '-g', name: string): number | undefined {
  try {
    return Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))
  } catch {
    // `id` fails when no account has that name. The next name is tried.
    return undefined
  }
}
