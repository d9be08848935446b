import { BlockList, isIP } from 'node:net'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ALL_FEATURES, FEATURES, type Features } from '@paidang/domain/kernel/features'
import { POOL_SIZE } from './db/pool.ts'
import { readOrCreateSecret } from './process/secrets.ts'

/** The levels of pino, quietest last. */
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
type LogLevel = (typeof LOG_LEVELS)[number]

/** The variables of each outside service. Either all are set or none. */
const REQUIRED = {
  WECHAT: ['WECHAT_APP_ID', 'WECHAT_APP_SECRET'],
  WECHATPAY: [
    'WECHATPAY_MCH_ID',
    'WECHATPAY_SERIAL_NO',
    'WECHATPAY_PRIVATE_KEY',
    'WECHATPAY_API_V3_KEY',
    'WECHATPAY_PUBLIC_KEY_ID',
    'WECHATPAY_PUBLIC_KEY',
    'WECHATPAY_NOTIFY_URL',
  ],
  SMS: ['SMS_SECRET_ID', 'SMS_SECRET_KEY', 'SMS_APP_ID', 'SMS_SIGN_NAME', 'SMS_TEMPLATE_ID'],
  S3: ['S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
} as const
type Service = keyof typeof REQUIRED

/** The variables of one outside service by their full names: the required ones, and all others with its prefix. */
type ServiceSettings<S extends Service> = Readonly<
  Record<(typeof REQUIRED)[S][number], string> & Partial<Record<string, string>>
>

/** The checked configuration from the environment. Source: decision "The HTTP surface". */
export type Config = {
  production: boolean
  /** 0 asks the system for any free port. */
  port: number
  /** Whether the port was requested. A requested port is never replaced by another. */
  portIsExplicit: boolean
  host: string
  /** Absent: the bundled PostgreSQL. */
  databaseUrl: string | undefined
  /**
   * The same database without a pooler, for what needs a session: listening, migrations, jobs. Absent: DATABASE_URL keeps
   * sessions.
   */
  databaseDirectUrl: string | undefined
  /** A streaming replica, for reads that may be a little old. */
  databaseReplicaUrl: string | undefined
  /** How old the replica's answers may be. */
  replicaLagSeconds: number
  /** Carries changes between hosts and counts their calls. Absent: the database does. */
  redisUrl: string | undefined
  /** The connections of each process for its requests. */
  databasePoolSize: number
  /** Whether a pooler that gives each transaction a session keeps named statements. */
  poolerHasNames: boolean
  /** An absolute path: database, uploads, generated secrets, logs. */
  dataDir: string
  demo: boolean
  /** Whether other machines can reach the demo. Every page then says that it is one. */
  isOpenDemo: boolean
  /** Whether requests that a proxy forwards are refused, since this server is for its own machine only. */
  refusesForwarded: boolean
  logLevel: LogLevel
  webConcurrency: number
  /** Limits of requests per minute and of load. Off only where one machine simulates many people. */
  limits: 'on' | 'off'
  /** How far the server's clock is ahead, to rehearse future events. Never in production. */
  clockAheadMinutes: number
  /** Absent: metrics are for loopback only. */
  metricsToken: string | undefined
  /** How old the last backup may become before operators are told, in hours. 0: nobody is told. */
  backupWithinHours: number
  /** The address of a robot that is told what operators are told. */
  alertWebhook: string | undefined
  /** Where traces go (OTLP over HTTP). Absent: nothing of tracing is loaded. */
  tracesUrl: string | undefined
  /** Where unexpected errors go: an address of Sentry's form. */
  errorReportsDsn: string | undefined
  /** Whether each statement carries the id of its request as a comment. It costs the plans that connections keep. */
  sqlComments: boolean
  /** Signs the session tokens. Absent until loadConfig has read DATA_DIR. */
  tokenSecret: string | undefined
  /** The trusted sources of X-Forwarded-* headers: none, or these addresses and networks. */
  trustProxy: false | string[]
  /**
   * The web address of the product, without a slash at its end; required in production. Absent: each caller's own
   * address is used.
   */
  publicUrl: string | undefined
  /** The company that runs the platform, as the agreements name it; required in production. */
  operator: { name: string; contact: string }
  /** Absent: in production there is no WeChat, elsewhere the simulator of its log-in and messages. */
  wechat: ServiceSettings<'WECHAT'> | undefined
  /**
   * Absent: in production there is no WeChat Pay, elsewhere its simulator. Needs `wechat`, since payments belong to its
   * app.
   */
  wechatPay: ServiceSettings<'WECHATPAY'> | undefined
  /** Absent: in production no codes are sent, elsewhere the page shows them. */
  sms: ServiceSettings<'SMS'> | undefined
  /** Absent: pictures lie in DATA_DIR. */
  s3: ServiceSettings<'S3'> | undefined
  /** FEATURES_OFF turns the named features off. Production has no WeChat, WeChat Pay or text messages unless configured. */
  features: Features
}

/** The configuration of the running server, with its secrets. */
export type ServerConfig = Config & { tokenSecret: string }

/** The environment is wrong. The message names every fault in Chinese, one line each, and contains no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly faults: readonly string[]

  constructor(faults: readonly string[]) {
    super(`启动配置有误，请修正以下环境变量后重试：\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

type Environment = Readonly<Record<string, string | undefined>>

/** The default of DATA_DIR: .data in the checkout, whatever directory the process was started from. */
export const DEFAULT_DATA_DIR = fileURLToPath(new URL('../../.data', import.meta.url))
const DEFAULT_PORT = 8080
/**
 * 256 bits have 64 characters in hexadecimal and 43 in base64. Less than 32 characters of any alphabet are too easy to
 * guess.
 */
const MIN_SECRET_LENGTH = 32
const MIN_METRICS_TOKEN_LENGTH = 16
/** A random secret has more different characters, even a hexadecimal one. */
const MIN_SECRET_ALPHABET = 8
const MAX_WEB_CONCURRENCY = 64
const MAX_POOL_SIZE = 200
const DEFAULT_LAG_SECONDS = 5
const MAX_LAG_SECONDS = 60
/** A backup a night, with some hours for a machine that was off. */
const BACKUP_WITHIN_HOURS = 30
const MAX_BACKUP_HOURS = 8_760
/** Source: WeChat Pay v3, the APIv3 key, which is an AES-256 key, and notify_url. */
const API_V3_KEY_BYTES = 32
const MAX_NOTIFY_URL_LENGTH = 255
/** The versions of the mini-program that codes and messages can open; release by default. */
const ENV_VERSIONS = ['release', 'trial', 'develop']
/** Source: WeChat documents, message push */
const PUSH_TOKEN_FORM = /^[A-Za-z0-9]{3,32}$/
/** The environments that Node.js libraries know. Any other value is a slip of the pen. */
const NODE_ENVS = ['production', 'development', 'test']
/** Source: Sentry's documents, DSN */
const DSN_FORM = /^https?:\/\/\w+@[\w.:-]+\/([\w/-]+\/)?\d+$/
/** Ten years of 365 days. */
const MAX_CLOCK_AHEAD_MINUTES = 5_256_000
/** The named networks that Fastify supports besides addresses. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal']
/** The prefixes of the largest private networks. A proxy stands in none that is larger. Source: RFC 1918, RFC 4193 */
const MIN_PREFIX = { ipv4: 8, ipv6: 7 }
/** IPv4 addresses written as IPv6. Source: RFC 4291 §2.5.5.2 */
const IPV4_MAPPED_PREFIX = 96
const ipv4Mapped = new BlockList()
ipv4Mapped.addSubnet('::ffff:0:0', IPV4_MAPPED_PREFIX, 'ipv6')

/**
 * Reads and checks an environment, and nothing else. An empty variable counts as absent.
 *
 * @throws ConfigError with all faults at once
 */
export function readConfig(env: Environment): Config {
  const faults: string[] = []
  const text = (name: string) => env[name]?.trim() || undefined
  const integer = (name: string, fallback: number, [min, max]: [number, number]) => {
    const value = text(name)
    if (value === undefined) return fallback
    if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
    faults.push(`${name}：应为 ${min} 到 ${max} 的整数，现为 "${value}"`)
    return fallback
  }
  const secret = (name: string, length: number) => {
    const value = text(name)
    if (value !== undefined && value.length < length) faults.push(`${name}：至少需要 ${length} 个字符`)
    else if (value !== undefined && isGuessable(value)) faults.push(`${name}：太有规律，请用 openssl rand -hex 32 生成`)
    return value
  }
  const oneOf = (name: string, known: readonly string[]) => {
    const value = text(name)
    if (value !== undefined && !known.includes(value))
      faults.push(`${name}：应为 ${known.join('、')} 之一，现为 "${value}"`)
    return value
  }

  const production = oneOf('NODE_ENV', NODE_ENVS) === 'production'
  const databaseAt = (name: string) => {
    const url = text(name)
    if (url !== undefined) faults.push(...faultsOfDatabaseUrl(name, url))
    return url
  }
  const databaseUrl = databaseAt('DATABASE_URL')

  const config: Config = {
    production,
    port: integer('PORT', DEFAULT_PORT, [0, 65_535]),
    portIsExplicit: text('PORT') !== undefined,
    host: text('HOST') ?? '127.0.0.1',
    databaseUrl,
    databaseDirectUrl: databaseAt('DATABASE_DIRECT_URL'),
    databaseReplicaUrl: databaseAt('DATABASE_REPLICA_URL'),
    replicaLagSeconds: integer('DATABASE_REPLICA_LAG_SECONDS', DEFAULT_LAG_SECONDS, [1, MAX_LAG_SECONDS]),
    redisUrl: text('REDIS_URL'),
    databasePoolSize: integer('DATABASE_POOL_SIZE', POOL_SIZE, [2, MAX_POOL_SIZE]),
    poolerHasNames: oneOf('DATABASE_PREPARED', ['on', 'off']) === 'on',
    dataDir: resolve(text('DATA_DIR') ?? DEFAULT_DATA_DIR),
    demo: readDemo(text('DEMO'), databaseUrl === undefined, faults),
    isOpenDemo: false,
    refusesForwarded: false,
    // In a terminal a log line for every request would scroll the address out of sight.
    logLevel: readLogLevel(text('LOG_LEVEL'), production ? 'info' : 'warn', faults),
    webConcurrency: integer('WEB_CONCURRENCY', 1, [1, MAX_WEB_CONCURRENCY]),
    limits: oneOf('RATE_LIMITS', ['on', 'off']) === 'off' ? 'off' : 'on',
    clockAheadMinutes: integer('CLOCK_AHEAD_MINUTES', 0, [0, MAX_CLOCK_AHEAD_MINUTES]),
    metricsToken: secret('METRICS_TOKEN', MIN_METRICS_TOKEN_LENGTH),
    backupWithinHours: integer('BACKUP_WITHIN_HOURS', production ? BACKUP_WITHIN_HOURS : 0, [0, MAX_BACKUP_HOURS]),
    alertWebhook: text('ALERT_WEBHOOK'),
    tracesUrl: text('OTEL_EXPORTER_OTLP_ENDPOINT')?.replace(/\/$/, ''),
    errorReportsDsn: text('SENTRY_DSN'),
    sqlComments: oneOf('SQL_COMMENTS', ['on', 'off']) === 'on',
    tokenSecret: secret('TOKEN_SECRET', MIN_SECRET_LENGTH),
    trustProxy: readTrustProxy(text('TRUST_PROXY'), faults),
    publicUrl: text('PUBLIC_URL')?.replace(/\/$/, ''),
    operator: { name: text('OPERATOR_NAME') ?? '', contact: text('OPERATOR_CONTACT') ?? '' },
    wechat: readService('WECHAT', env, faults),
    wechatPay: readService('WECHATPAY', env, faults),
    sms: readService('SMS', env, faults),
    s3: readService('S3', env, faults),
    features: readFeatures(text('FEATURES_OFF'), faults),
  }
  if (config.wechat && !config.features.wechat) {
    faults.push('FEATURES_OFF：关闭 wechat 时不能设置 WECHAT_*，请二选一')
  }
  if (config.sms && !config.features.sms) faults.push('FEATURES_OFF：关闭 sms 时不能设置 SMS_*，请二选一')
  config.features = featuresOf(config)
  faults.push(...faultsOfBaseUrl('PUBLIC_URL', config.publicUrl, production))
  faults.push(
    ...faultsOfDatabase(config, text('DATABASE_PREPARED')),
    ...faultsOfWechat(config),
    ...faultsOfWechatPay(config),
    ...faultsOfSms(config),
    ...faultsOfS3(config),
    ...faultsOfOutside(config),
  )
  const isOpen = !isLoopback(config.host) || config.trustProxy !== false
  const isDemoAsked = text('DEMO') === '1'
  if (production) faults.push(...faultsInProduction(config, text('DEMO') === undefined))
  else if (isOpen) faults.push(...faultsOfOpenServer(config, isDemoAsked))
  if (faults.length > 0) throw new ConfigError(faults)
  const isForThisMachine = !isDemoAsked || faultsOfRehearsal(config).length > 0
  return { ...config, isOpenDemo: isOpen && isDemoAsked, refusesForwarded: !production && isForThisMachine }
}

/**
 * The configuration of this process: the environment, and secrets in DATA_DIR that the environment lacks.
 *
 * @throws ConfigError with all faults at once
 */
export function loadConfig(env: Environment = process.env): ServerConfig {
  const config = readConfig(env)
  return { ...config, tokenSecret: config.tokenSecret ?? readOrCreateSecret(config.dataDir, 'token-secret') }
}

/**
 * The database for a command that needs a session. Nothing: the bundled PostgreSQL.
 *
 * @throws ConfigError where its address is malformed
 */
export function sessionDatabaseUrl(env: Environment): string | undefined {
  const name = env.DATABASE_DIRECT_URL ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL'
  const url = env[name]?.trim() || undefined
  const faults = url === undefined ? [] : faultsOfDatabaseUrl(name, url)
  if (faults.length > 0) throw new ConfigError(faults)
  return url
}

/** A malformed address. One that is cut at a character of its password would name another host. */
function faultsOfDatabaseUrl(name: string, url: string): string[] {
  if (!/^postgres(ql)?:\/\/./.test(url)) return [`${name}：应以 postgres:// 或 postgresql:// 开头`]
  if (isWholeAddress(url)) return []
  return [`${name}：无法识别。密码里的特殊字符须转写：@ 写作 %40，# 写作 %23，/ 写作 %2F，? 写作 %3F，% 写作 %25`]
}

function isWholeAddress(url: string): boolean {
  // As the driver reads it: an account may stand before no host.
  const text = url.replace('@/', '@localhost/')
  if (!URL.canParse(text) || /%(?![\da-f]{2})/i.test(url)) return false
  const { username, hash, pathname, search, searchParams } = new URL(text)
  const hasAccount = username !== '' || searchParams.has('user')
  return hash === '' && !pathname.includes('@') && (hasAccount || !search.includes('@'))
}

/** Settings of the database that need others, or contradict them. */
function faultsOfDatabase(config: Config, prepared: string | undefined): string[] {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl, redisUrl, clockAheadMinutes } = config
  const needing = {
    DATABASE_DIRECT_URL: databaseDirectUrl,
    DATABASE_REPLICA_URL: databaseReplicaUrl,
    REDIS_URL: redisUrl,
  }
  const lonely = Object.entries(needing).flatMap(([name, url]) => (url === undefined ? [] : [name]))
  return [
    ...(databaseUrl === undefined ? lonely.map((name) => `${name}：还需要设置 DATABASE_URL`) : []),
    ...(prepared !== undefined && databaseDirectUrl === undefined
      ? ['DATABASE_PREPARED：只与 DATABASE_DIRECT_URL 一起使用']
      : []),
    ...(redisUrl !== undefined && !(/^rediss?:\/\/./.test(redisUrl) && URL.canParse(redisUrl))
      ? ['REDIS_URL：应形如 redis://主机:6379 或 rediss://主机:6379']
      : []),
    // A pooler drops the setting that moves the clock of a connection.
    ...(clockAheadMinutes > 0 && databaseDirectUrl !== undefined
      ? ['CLOCK_AHEAD_MINUTES：不能与 DATABASE_DIRECT_URL 一起使用']
      : []),
  ]
}

function faultsInProduction(config: Config, demoIsDefault: boolean): string[] {
  const faults: string[] = []
  if (config.tokenSecret === undefined) {
    faults.push(`TOKEN_SECRET：NODE_ENV=production 时必须设置（至少 ${MIN_SECRET_LENGTH} 个字符）`)
  }
  if (config.demo) {
    const hint = demoIsDefault ? '（未设置 DATABASE_URL 时默认开启）' : ''
    faults.push(`DEMO：NODE_ENV=production 时不能加载演示数据${hint}，请设 DEMO=0`)
  }
  if (config.publicUrl === undefined) faults.push('PUBLIC_URL：NODE_ENV=production 时必须设置')
  if (config.operator.name === '') faults.push('OPERATOR_NAME：NODE_ENV=production 时必须设置，协议里写明由谁运营')
  if (config.operator.contact === '')
    faults.push('OPERATOR_CONTACT：NODE_ENV=production 时必须设置，用户由此联系运营者')
  if (config.limits === 'off') faults.push('RATE_LIMITS：NODE_ENV=production 时不能关闭')
  if (config.clockAheadMinutes > 0) faults.push('CLOCK_AHEAD_MINUTES：NODE_ENV=production 时不能设置')
  return faults
}

/**
 * The features that a deployment really has. Nothing is simulated in production: what is not configured is off. Without
 * WeChat there is no WeChat Pay.
 */
function featuresOf({ production, features, wechat, wechatPay, sms }: Config): Features {
  const hasWechat = features.wechat && (wechat !== undefined || !production)
  const hasWechatPay = hasWechat && features.wechatPay && (wechatPay !== undefined || !production)
  const hasSms = features.sms && (sms !== undefined || !production)
  return { ...features, wechat: hasWechat, wechatPay: hasWechatPay, sms: hasSms }
}

/**
 * What a server outside production must not have when other machines reach it. Anybody who reaches a simulator pays
 * nothing and can be any user. Only a demo that was asked for may have one.
 */
function faultsOfOpenServer(config: Config, isDemoAsked: boolean): string[] {
  const faults = faultsOfRehearsal(config)
  if (isDemoAsked) return faults
  const simulated = [
    ...(config.demo ? ['演示数据'] : []),
    ...(config.wechat || !config.features.wechat ? [] : ['模拟的微信登录']),
    ...(config.wechatPay || !config.features.wechatPay ? [] : ['模拟支付']),
    ...(config.sms || !config.features.sms ? [] : ['模拟短信']),
  ]
  const open = simulated.length === 0 ? '' : `，不能使用${simulated.join('、')}`
  const hint = '正式使用请设 NODE_ENV=production，公开演示请写明 DEMO=1（每个页面会标明“演示”）'
  return [`NODE_ENV：其他机器可以访问（HOST 不是本机地址，或设置了 TRUST_PROXY）${open}；${hint}`, ...faults]
}

/** What only a rehearsal on one machine may have. */
function faultsOfRehearsal({ limits, clockAheadMinutes }: Config): string[] {
  return [
    ...(limits === 'off' ? ['RATE_LIMITS：其他机器可以访问时不能关闭'] : []),
    ...(clockAheadMinutes > 0 ? ['CLOCK_AHEAD_MINUTES：其他机器可以访问时不能设置'] : []),
  ]
}

/**
 * Whether a secret is not random: of few different characters, the repetition of a shorter text, or a row such as
 * `abcdef`.
 */
function isGuessable(secret: string): boolean {
  const codes = [...secret].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  const pairs = steps.slice(1).map((step, index) => `${steps[index]} ${step}`)
  return new Set(codes).size < MIN_SECRET_ALPHABET || new Set(pairs).size < pairs.length / 2
}

/** The addresses at which a machine reaches only itself. */
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function isLoopback(host: string): boolean {
  const version = isIP(host)
  return version === 0 ? host.toLowerCase() === 'localhost' : loopback.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

/** Malformed values of WECHATPAY_*. The keys themselves are read where they are used. */
function faultsOfWechatPay({ production, wechat, wechatPay }: Config): string[] {
  if (!wechatPay) return []
  const faults: string[] = []
  if (!wechat) faults.push('WECHATPAY_*：微信支付还需要 WECHAT_APP_ID（与 WECHAT_APP_SECRET），现在缺少')
  if (!/^\d{6,32}$/.test(wechatPay.WECHATPAY_MCH_ID)) faults.push('WECHATPAY_MCH_ID：应为数字组成的商户号')
  if (!/^[0-9A-F]{8,64}$/i.test(wechatPay.WECHATPAY_SERIAL_NO)) {
    faults.push('WECHATPAY_SERIAL_NO：应为商户 API 证书的序列号（十六进制）')
  }
  if (Buffer.byteLength(wechatPay.WECHATPAY_API_V3_KEY) !== API_V3_KEY_BYTES) {
    faults.push(`WECHATPAY_API_V3_KEY：应为 ${API_V3_KEY_BYTES} 个字节的 APIv3 密钥`)
  }
  if (!/^PUB_KEY_ID_[0-9A-Za-z]+$/.test(wechatPay.WECHATPAY_PUBLIC_KEY_ID)) {
    faults.push('WECHATPAY_PUBLIC_KEY_ID：应以 PUB_KEY_ID_ 开头')
  }
  const notifyUrl = wechatPay.WECHATPAY_NOTIFY_URL
  if (!isPlainUrl(notifyUrl, production) || notifyUrl.length > MAX_NOTIFY_URL_LENGTH) {
    faults.push(`WECHATPAY_NOTIFY_URL：应为不带参数的 ${production ? 'https' : 'http(s)'} 地址`)
  }
  const baseUrl = wechatPay.WECHATPAY_BASE_URL
  return [...faults, ...faultsOfBaseUrl('WECHATPAY_BASE_URL', baseUrl, production)]
}

function faultsOfWechat({ production, wechat }: Config): string[] {
  if (!wechat) return []
  const version = wechat.WECHAT_ENV_VERSION
  const pushToken = wechat.WECHAT_PUSH_TOKEN
  return [
    ...faultsOfBaseUrl('WECHAT_BASE_URL', wechat.WECHAT_BASE_URL, production),
    ...(version === undefined || ENV_VERSIONS.includes(version)
      ? []
      : [`WECHAT_ENV_VERSION：应为 ${ENV_VERSIONS.join('、')} 之一`]),
    ...(pushToken === undefined || PUSH_TOKEN_FORM.test(pushToken)
      ? []
      : ['WECHAT_PUSH_TOKEN：应为 3 到 32 位字母或数字，与小程序后台“消息推送”填写的一致']),
  ]
}

/** Malformed values of SMS_*. */
function faultsOfSms({ production, sms }: Config): string[] {
  if (!sms) return []
  const { SMS_DAILY_LIMIT: limit = '1', SMS_REGION: region = 'ap-guangzhou' } = sms
  return [
    ...faultsOfBaseUrl('SMS_BASE_URL', sms.SMS_BASE_URL, production),
    ...(/^\d{4,20}$/.test(sms.SMS_APP_ID) ? [] : ['SMS_APP_ID：应为数字组成的短信应用 SdkAppId']),
    ...(/^\d{1,20}$/.test(sms.SMS_TEMPLATE_ID) ? [] : ['SMS_TEMPLATE_ID：应为数字组成的模板编号']),
    ...(/^[a-z]+(-[a-z]+)+$/.test(region) ? [] : ['SMS_REGION：应为地域代码，例如 ap-guangzhou']),
    ...(/^[1-9]\d{0,6}$/.test(limit) ? [] : ['SMS_DAILY_LIMIT：应为 1 到 9999999 的整数']),
  ]
}

/** Malformed values of S3_*, and names that nothing reads. */
function faultsOfS3({ production, s3 }: Config): string[] {
  if (!s3) return []
  const known = [...REQUIRED.S3, 'S3_ENDPOINT', 'S3_PUBLIC_URL', 'S3_PATH_STYLE']
  const unknown = Object.keys(s3).filter((name) => !known.includes(name))
  const { S3_ENDPOINT: endpoint, S3_PUBLIC_URL: publicUrl, S3_PATH_STYLE: pathStyle = 'off' } = s3
  return [
    ...unknown.map((name) => `${name}：没有这项设置，可用的有 ${known.join('、')}`),
    // The store may stand in the same private network.
    ...faultsOfBaseUrl('S3_ENDPOINT', endpoint, false),
    ...faultsOfBaseUrl('S3_PUBLIC_URL', publicUrl, production),
    ...(/^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(s3.S3_BUCKET)
      ? []
      : ['S3_BUCKET：应为存储桶的名称，小写字母、数字与连字符']),
    ...(['on', 'off'].includes(pathStyle) ? [] : ['S3_PATH_STYLE：应为 on 或 off']),
  ]
}

/** Malformed addresses of what is told to others about this server. */
function faultsOfOutside({ production, alertWebhook, tracesUrl, errorReportsDsn }: Config): string[] {
  const isAddress = (url: string | undefined, secure: boolean) =>
    url === undefined || (URL.canParse(url) && (secure ? /^https:/ : /^https?:/).test(url))
  return [
    ...(isAddress(alertWebhook, production) ? [] : [`ALERT_WEBHOOK：应为 ${production ? 'https' : 'http(s)'} 地址`]),
    ...(isAddress(tracesUrl, false) ? [] : ['OTEL_EXPORTER_OTLP_ENDPOINT：应为 http(s) 地址']),
    ...(errorReportsDsn === undefined || DSN_FORM.test(errorReportsDsn)
      ? []
      : ['SENTRY_DSN：应为 https://公钥@主机/项目编号']),
  ]
}

function faultsOfBaseUrl(name: string, url: string | undefined, production: boolean): string[] {
  if (url === undefined || (isPlainUrl(url, production) && new URL(url).pathname === '/')) return []
  return [`${name}：应为不带路径的 ${production ? 'https' : 'http(s)'} 地址`]
}

/** Whether a text is an address without query, fragment and account. With `secure` it must use https. */
function isPlainUrl(text: string, secure: boolean): boolean {
  if (!URL.canParse(text) || /[?#@\s]/.test(text)) return false
  const { protocol } = new URL(text)
  return protocol === 'https:' || (protocol === 'http:' && !secure)
}

function readDemo(value: string | undefined, fallback: boolean, faults: string[]): boolean {
  if (value !== undefined && value !== '0' && value !== '1') faults.push(`DEMO：应为 1 或 0，现为 "${value}"`)
  return value === undefined ? fallback : value === '1'
}

function readLogLevel(value: string | undefined, fallback: LogLevel, faults: string[]): LogLevel {
  if (value === undefined) return fallback
  const level = LOG_LEVELS.find((known) => known === value)
  if (!level) faults.push(`LOG_LEVEL：应为 ${LOG_LEVELS.join('、')} 之一，现为 "${value}"`)
  return level ?? fallback
}

function readFeatures(value: string | undefined, faults: string[]): Features {
  const off = value === undefined ? [] : value.split(',').map((name) => name.trim())
  const wrong = off.filter((name) => !(FEATURES as readonly string[]).includes(name))
  if (wrong.length > 0) {
    faults.push(`FEATURES_OFF：应为以逗号分隔的 ${FEATURES.join('、')}，无法识别 "${wrong.join(',')}"`)
  }
  return { ...ALL_FEATURES, ...Object.fromEntries(FEATURES.map((name) => [name, !off.includes(name)])) }
}

function readTrustProxy(value: string | undefined, faults: string[]): false | string[] {
  if (value === undefined || value === '0') return false
  const networks = value.split(',').map((network) => network.trim())
  const wrong = networks.filter((network) => !isNetwork(network))
  if (wrong.length > 0) {
    faults.push(`TRUST_PROXY：应为 0 或以逗号分隔的代理地址与网段，无法识别 "${wrong.join(',')}"`)
  }
  const wide = networks.filter((network) => isNetwork(network) && isTooWide(network))
  if (wide.length > 0) faults.push(`TRUST_PROXY：${wide.join(',')} 几乎包含所有人，请只写代理自己的地址`)
  return networks
}

function isNetwork(text: string): boolean {
  if (NAMED_NETWORKS.includes(text)) return true
  const [address = '', prefix, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
}

/** Whether a network holds strangers, who could then claim any address. */
function isTooWide(network: string): boolean {
  const [address = '', prefix] = network.split('/')
  if (prefix === undefined) return false
  if (isIP(address) === 4) return Number(prefix) < MIN_PREFIX.ipv4
  const isMapped = ipv4Mapped.check(address, 'ipv6')
  return Number(prefix) < (isMapped ? IPV4_MAPPED_PREFIX + MIN_PREFIX.ipv4 : MIN_PREFIX.ipv6)
}

function readService<S extends Service>(
  service: S,
  env: Environment,
  faults: string[],
): ServiceSettings<S> | undefined {
  const given: Partial<Record<string, string>> = {}
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith(`${service}_`) && value?.trim()) given[name] = value.trim()
  }
  if (Object.keys(given).length === 0) return undefined
  const missing = REQUIRED[service].filter((name) => given[name] === undefined)
  if (missing.length > 0) {
    faults.push(`${service}_*：要么全部设置，要么都不设置，还缺 ${missing.join('、')}`)
    return undefined
  }
  return given as ServiceSettings<S>
}
