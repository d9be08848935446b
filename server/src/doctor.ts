import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { createClient } from '@redis/client'
import { type Config, ConfigError, DEFAULT_DATA_DIR, readConfig } from './config.ts'
import { createDatabase } from './db/database.ts'
import { urlOfRunning } from './db/embedded/running.ts'
import { isMigrated } from './db/migrate.ts'
import { createPool } from './db/pool.ts'
import { freeBytesAt, LEAST_FREE_BYTES } from './process/disk-room.ts'
import { messageOf } from './process/error-parts.ts'

/** `bad` needs somebody's hand, `note` may be meant so. Each says in both languages what is, and what to do. */
type Finding = { level: 'ok' | 'note' | 'bad'; zh: string; en: string }
type Check = { zh: string; en: string; find(): Promise<Finding> | Finding }

const ok = (zh: string, en: string): Finding => ({ level: 'ok', zh, en })
const note = (zh: string, en: string): Finding => ({ level: 'note', zh, en })
const bad = (zh: string, en: string): Finding => ({ level: 'bad', zh, en })

const PATIENCE_MS = 5_000
const NOTIFY_PATIENCE_MS = 2_000
/** Codes of second factors are valid for half a minute, and WeChat refuses calls with a wrong time. */
const MOST_SKEW_MS = 10_000
const ENOUGH_BYTES = 2_147_483_648
const OLDEST_POSTGRES = 150_000
const SENDMAIL = '/usr/sbin/sendmail'
const WECHAT_URL = 'https://api.weixin.qq.com'
const WECHAT_PAY_URL = 'https://api.mch.weixin.qq.com'
const SMS_URL = 'https://sms.tencentcloudapi.com'

const ask = (url: string, options: RequestInit = {}) =>
  fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) })

function checksOf(config: Config): Check[] {
  const { publicUrl, dataDir, wechat, wechatPay, sms, s3, databaseReplicaUrl } = config
  const databaseUrl = config.databaseDirectUrl ?? config.databaseUrl ?? urlOfRunning(dataDir)
  return [
    { zh: '数据库', en: 'Database', find: () => withDatabase(databaseUrl, rightsOf) },
    { zh: '数据库连接', en: 'Sessions', find: () => withDatabase(databaseUrl, sessionsOf) },
    { zh: '数据库连接池', en: 'Pooler', find: () => poolerOf(config) },
    { zh: '数据库副本', en: 'Replica', find: () => replicaOf(databaseReplicaUrl) },
    { zh: 'Redis', en: 'Redis', find: () => redisOf(config.redisUrl) },
    { zh: '数据库版本', en: 'Migrations', find: () => withDatabase(databaseUrl, migrationsOf) },
    { zh: '时钟', en: 'Clock', find: () => withDatabase(databaseUrl, clockOf) },
    { zh: '磁盘', en: 'Disk', find: () => roomIn(dataDir) },
    { zh: '网址', en: 'PUBLIC_URL', find: () => addressOf(publicUrl) },
    { zh: '代理', en: 'TRUST_PROXY', find: () => proxyOf(config) },
    { zh: '故障邮件', en: 'Mail of failures', find: mailOf },
    { zh: '微信', en: 'WeChat', find: () => reach(wechat && (wechat.WECHAT_BASE_URL ?? WECHAT_URL)) },
    {
      zh: '微信支付',
      en: 'WeChat Pay',
      find: () => reach(wechatPay && (wechatPay.WECHATPAY_BASE_URL ?? WECHAT_PAY_URL)),
    },
    {
      zh: '图片存储',
      en: 'Pictures',
      find: () =>
        s3
          ? reach(s3.S3_ENDPOINT ?? `https://s3.${s3.S3_REGION}.amazonaws.com`)
          : note('在 DATA_DIR 里', 'in DATA_DIR'),
    },
    { zh: '短信', en: 'Text messages', find: () => reach(sms && (sms.SMS_BASE_URL ?? SMS_URL)) },
  ]
}

type Pool = ReturnType<typeof createPool>

async function withDatabase(url: string | undefined, find: (pool: Pool) => Promise<Finding>): Promise<Finding> {
  if (!url)
    return bad('产品没有在运行，也没有设置 DATABASE_URL', 'the product does not run, and DATABASE_URL is not set')
  const pool = createPool(url, { max: 2, applicationName: 'paidang-doctor', onError: () => undefined })
  try {
    return await find(pool)
  } finally {
    await pool.end()
  }
}

async function rightsOf(pool: Pool): Promise<Finding> {
  const { rows } = await pool.query<{ version: string; number: number; isSuper: boolean; mayCreate: boolean }>(
    `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number,
       rolsuper AS "isSuper", has_database_privilege(current_database(), 'CREATE') AS "mayCreate"
     FROM pg_roles WHERE rolname = current_user`,
  )
  const { version = '', number = 0, isSuper = false, mayCreate = false } = rows[0] ?? {}
  if (number < OLDEST_POSTGRES)
    return bad(`PostgreSQL ${version} 太旧，需要 15 以上`, `PostgreSQL ${version} is older than 15`)
  if (isSuper) return bad('账户是超级用户，生产环境不允许', 'the role is a superuser, which production refuses')
  if (!mayCreate) return bad('账户不拥有本库，无法升级', 'the role does not own the database, so it cannot migrate')
  return ok(`PostgreSQL ${version}，权限恰当`, `PostgreSQL ${version}, rights as they should be`)
}

/** A pooler that gives each transaction another session loses notifications, and open screens stay as they are. */
async function sessionsOf(pool: Pool): Promise<Finding> {
  const client = await pool.connect()
  try {
    const heard = new Promise<boolean>((resolve) => {
      client.once('notification', () => resolve(true))
      setTimeout(() => resolve(false), NOTIFY_PATIENCE_MS).unref()
    })
    await client.query('LISTEN paidang_doctor')
    await pool.query('NOTIFY paidang_doctor')
    if (await heard) return ok('会话保持，通知送达', 'sessions last, and notifications arrive')
    return bad(
      '连接池没有保持会话：请用 DATABASE_DIRECT_URL 指出不经连接池的地址',
      'the pooler does not keep sessions: name the address without it in DATABASE_DIRECT_URL',
    )
  } finally {
    client.release(true)
  }
}

/** The pooler's time limits are those of the role, and it knows named statements only if it says so. */
async function poolerOf({ databaseUrl, databaseDirectUrl, poolerHasNames: hasNames }: Config): Promise<Finding> {
  if (!databaseUrl || !databaseDirectUrl) return note('没有设置', 'not set')
  const pool = createPool(databaseUrl, { max: 2, sessions: 'transaction', hasNames, onError: () => undefined })
  try {
    const { rows } = await pool.query<{ limit: string }>(
      `SELECT current_setting('statement_timeout') AS limit WHERE $1::int = 1`,
      [1],
    )
    const limit = rows[0]?.limit
    if (limit === '0') return bad('账户没有 statement_timeout', 'the role has no statement_timeout')
    return ok(`语句最长 ${limit}`, `a statement takes at most ${limit}`)
  } finally {
    await pool.end()
  }
}

async function replicaOf(url: string | undefined): Promise<Finding> {
  if (!url) return note('没有设置', 'not set')
  return withDatabase(url, async (pool) => {
    const { rows } = await pool.query<{ follows: boolean }>('SELECT pg_is_in_recovery() AS follows')
    if (rows[0]?.follows) return ok('正在跟随主库', 'it follows the primary')
    return bad('不是副本：它不跟随任何主库', 'no replica: it follows no primary')
  })
}

/** Connects and writes as the product does: it may be there and take nothing. */
async function redisOf(url: string | undefined): Promise<Finding> {
  if (!url) return note('没有设置', 'not set')
  const client = createClient({ url, socket: { connectTimeout: PATIENCE_MS, reconnectStrategy: false } })
  // The attempt reports it too.
  client.on('error', () => undefined)
  const silence = new Promise<'silent'>((resolve) => setTimeout(resolve, PATIENCE_MS, 'silent').unref())
  const writing = client.connect().then(() => client.set('paidang-doctor', '', { PX: 1_000 }))
  try {
    if ((await Promise.race([writing, silence])) !== 'silent') return ok('能读写', 'it answers')
    return bad('连上了，但没有回答', 'it is there and does not answer')
  } catch (error) {
    if (!/NOAUTH|WRONGPASS/.test(messageOf(error))) throw error
    return bad('密码不对：请写在 REDIS_URL 里，形如 redis://:密码@主机', 'the password in REDIS_URL is not right')
  } finally {
    writing.catch(() => undefined)
    client.destroy()
  }
}

async function migrationsOf(pool: Pool): Promise<Finding> {
  const isCurrent = await isMigrated(createDatabase(pool))
  return isCurrent
    ? ok('与程序一致', 'as this version needs them')
    : bad('尚未升级，启动产品时会升级', 'behind this version; a start of the product migrates')
}

async function clockOf(pool: Pool): Promise<Finding> {
  const begun = Date.now()
  const { rows } = await pool.query<{ now: string }>('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
  const skew = Math.round(Number(rows[0]?.now) - (begun + Date.now()) / 2)
  const isFar = Math.abs(skew) > MOST_SKEW_MS
  const [zh, en] = [`与数据库相差 ${skew} 毫秒`, `${skew} ms apart from the database`]
  return isFar ? bad(`${zh}，请开启 NTP 校时`, `${en}: turn NTP on`) : ok(zh, en)
}

async function roomIn(directory: string): Promise<Finding> {
  const bytes = await freeBytesAt(directory)
  const megabytes = Math.floor(bytes / 1_048_576)
  const [zh, en] = [`${directory} 还有 ${megabytes} MB`, `${megabytes} MB left at ${directory}`]
  if (bytes < LEAST_FREE_BYTES) return bad(`${zh}，产品会停止服务`, `${en}: the product stops serving`)
  return bytes < ENOUGH_BYTES ? note(`${zh}，请尽快腾出空间`, `${en}: make room soon`) : ok(zh, en)
}

async function addressOf(publicUrl: string | undefined): Promise<Finding> {
  if (!publicUrl) return note('没有设置', 'not set')
  const answer = await ask(`${publicUrl}/healthz`, { redirect: 'manual' })
  if (!answer.ok) return bad(`${publicUrl} 回答 ${answer.status}`, `${publicUrl} answers ${answer.status}`)
  if (!publicUrl.startsWith('https:')) return note('没有用 https', 'it is not https')
  const hsts = answer.headers.get('strict-transport-security')
  if (!hsts)
    return bad(
      '缺少 HSTS：代理去掉了响应头，或回答的不是本产品',
      'no HSTS: a proxy takes headers away, or it is not this product',
    )
  if (hsts.includes(','))
    return bad('HSTS 出现两次，请从代理的配置里去掉', 'HSTS is sent twice: take it out of the proxy')
  const plain = await ask(`http://${new URL(publicUrl).host}/healthz`, { redirect: 'manual' }).catch(() => undefined)
  if (plain?.ok) return bad('http 没有转到 https', 'http does not redirect to https')
  return ok('可以访问，HSTS 正确', 'reachable, with HSTS')
}

function proxyOf({ production, trustProxy, host }: Config): Finding {
  if (trustProxy !== false) return ok(`信任 ${trustProxy.join(',')}`, `trusts ${trustProxy.join(',')}`)
  const [zh, en] = ['没有设置', 'not set']
  if (!production || host !== '127.0.0.1') return note(zh, en)
  return bad(
    `${zh}：代理后面的所有人会被当作同一个地址，共用限额`,
    `${en}: everybody behind the proxy counts as one address, with one limit`,
  )
}

function mailOf(): Finding {
  if (!process.env.FAILURE_MAIL) return note('没有设置 FAILURE_MAIL', 'FAILURE_MAIL is not set')
  if (existsSync(SENDMAIL)) return ok(`寄给 ${process.env.FAILURE_MAIL}`, `to ${process.env.FAILURE_MAIL}`)
  return bad(`没有 ${SENDMAIL}，请安装 msmtp-mta`, `there is no ${SENDMAIL}: install msmtp-mta`)
}

async function reach(url: string | undefined): Promise<Finding> {
  if (!url) return note('没有配置，功能关闭', 'not configured, so it is off')
  const { status } = await ask(url, { method: 'HEAD', redirect: 'manual' })
  return ok(`${url} 可达（${status}）`, `${url} is reachable (${status})`)
}

const MARKS = { ok: '✓', note: '·', bad: '✗' } as const

/** Looks at everything, one after the other. @returns whether nothing is bad */
async function examine(checks: readonly Check[]): Promise<boolean> {
  let isWell = true
  for (const { zh, en, find } of checks) {
    const found = await (async () => find())().catch((error: unknown) => {
      const cause = error instanceof Error && error.cause ? `: ${messageOf(error.cause)}` : ''
      return bad(`无法检查：${messageOf(error)}${cause}`, `not checked: ${messageOf(error)}${cause}`)
    })
    process.stdout.write(`${MARKS[found.level]} ${zh}：${found.zh}\n  ${en}: ${found.en}\n`)
    isWell &&= found.level !== 'bad'
  }
  return isWell
}

try {
  parseArgs({ options: {} })
  const config = readConfig({ DATA_DIR: DEFAULT_DATA_DIR, ...process.env })
  process.stdout.write('✓ 配置：没有错误\n  Configuration: no fault\n')
  process.exitCode = (await examine(checksOf(config))) ? 0 : 1
} catch (error) {
  const faults = error instanceof ConfigError ? error.faults : [messageOf(error)]
  for (const fault of faults) process.stdout.write(`✗ 配置：${fault}\n  Configuration: see docs/configuration.md\n`)
  process.exitCode = 1
}
