import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ALL_FEATURES } from '@paidang/domain/kernel/features'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, readConfig, sessionDatabaseUrl } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'paidang-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

const secret = '6f2d91c07be34a588d1f0c3e97a45b62'
const wechat = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'hush' }
const wechatPay = {
  WECHATPAY_MCH_ID: '1900000109',
  WECHATPAY_SERIAL_NO: '5157F09EFDC096DE15EBE81A47057A7232F1B8E1',
  WECHATPAY_PRIVATE_KEY: '/etc/paidang/merchant.pem',
  WECHATPAY_API_V3_KEY: 'k'.repeat(32),
  WECHATPAY_PUBLIC_KEY_ID: 'PUB_KEY_ID_0119000001092024',
  WECHATPAY_PUBLIC_KEY: '/etc/paidang/wechat-pay.pem',
  WECHATPAY_NOTIFY_URL: 'https://paidang.example/aaapi/notify',
}
const sms = {
  SMS_SECRET_ID: 'AKID',
  SMS_SECRET_KEY: 'hush',
  SMS_APP_ID: '1400006666',
  SMS_SIGN_NAME: '拍档',
  SMS_TEMPLATE_ID: '449739',
}
const s3 = { S3_BUCKET: 'club', S3_REGION: 'ap-guangzhou', S3_ACCESS_KEY_ID: 'AKID', S3_SECRET_ACCESS_KEY: 'hush' }
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/paidang',
  TOKEN_SECRET: secret,
  PUBLIC_URL: 'https://paidang.example',
  OPERATOR_NAME: '青杉体育有限公司',
  OPERATOR_CONTACT: 'help@paidang.example',
  ...wechat,
  ...wechatPay,
  ...sms,
}

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

describe('the environment', () => {
  test('without any variable is a demo on the bundled database, for this machine only', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 8080,
      portIsExplicit: false,
      host: '127.0.0.1',
      databaseUrl: undefined,
      demo: true,
      webConcurrency: 1,
      tokenSecret: undefined,
      trustProxy: false,
      wechat: undefined,
      wechatPay: undefined,
    })
    expect(readConfig({}).dataDir).toMatch(/\/\.data$/)
  })

  test('with a database of its own has a demo world only on request', () => {
    expect(readConfig({ DATABASE_URL: 'postgresql://db/x' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgresql://db/x', DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toMatchObject({ portIsExplicit: false, demo: true })
  })

  test('keeps every variable of a service under its full name, and separates WECHAT_ from WECHATPAY_', () => {
    const config = readConfig({ ...wechat, WECHAT_TEMPLATE_REMINDER: 't1', ...wechatPay })
    expect(config.wechat).toEqual({ ...wechat, WECHAT_TEMPLATE_REMINDER: 't1' })
    expect(config.wechatPay).toEqual(wechatPay)
  })

  test.each([
    ['WECHATPAY_MCH_ID', 'merchant'],
    ['WECHATPAY_SERIAL_NO', 'no number'],
    ['WECHATPAY_API_V3_KEY', 'k'.repeat(31)],
    ['WECHATPAY_API_V3_KEY', '钥'.repeat(32)],
    ['WECHATPAY_PUBLIC_KEY_ID', '5157F09EFDC096DE15EBE81A47057A7232F1B8E1'],
    ['WECHATPAY_NOTIFY_URL', 'paidang.example/notify'],
    ['WECHATPAY_NOTIFY_URL', 'ftp://paidang.example/notify'],
    ['WECHATPAY_NOTIFY_URL', 'https://paidang.example/notify?from=wechat'],
    ['WECHATPAY_NOTIFY_URL', `https://paidang.example/${'n'.repeat(255)}`],
    ['WECHATPAY_BASE_URL', 'api.mch.weixin.qq.com'],
    ['WECHATPAY_BASE_URL', 'https://api.mch.weixin.qq.com/v3'],
    ['WECHATPAY_BASE_URL', 'https://user:hunter2@api.mch.weixin.qq.com'],
    ['WECHAT_BASE_URL', 'https://api.weixin.qq.com/cgi-bin'],
    ['WECHAT_BASE_URL', 'https://user:hunter2@api.weixin.qq.com'],
    ['WECHAT_ENV_VERSION', 'formal'],
    ['WECHAT_PUSH_TOKEN', 'not-a-token!'],
    ['SMS_APP_ID', 'app'],
    ['SMS_TEMPLATE_ID', 'login'],
    ['SMS_REGION', 'Guangzhou'],
    ['SMS_DAILY_LIMIT', '0'],
    ['SMS_BASE_URL', 'sms.tencentcloudapi.com'],
    ['S3_BUCKET', 'Club_Pictures'],
    ['S3_ENDPOINT', 'cos.ap-guangzhou.myqcloud.com'],
    ['S3_PUBLIC_URL', 'https://pictures.example/club'],
    ['S3_SECRET', 'hunter2-of-s3'],
    ['S3_PATH_STYLE', 'yes'],
  ])('refuses %s=%s, names it and does not repeat the value', (name, value) => {
    const faults = faultsOf({ ...wechat, ...wechatPay, ...sms, ...s3, [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(`${name}：`)
    expect(faults[0]).not.toContain(value)
  })

  test.each([
    'postgres://u:p@ss#wo/rd@host/db',
    'postgres://u:p/ss@host/db',
    'postgres://u:12/ss@host/db',
    'postgres://u:12?ss@host/db',
    'postgres://u:pa#ss@host/db',
    'postgres://u:pa%ss@host/db',
    'postgres://u:p@host:port/db',
  ])('says how to write a password where it cuts the address %s', (url) => {
    const faults = faultsOf({ DATABASE_URL: url })
    expect(faults).toEqual([expect.stringMatching(/^DATABASE_URL：.*@ 写作 %40，# 写作 %23，\/ 写作 %2F/)])
    expect(faults[0]).not.toContain('ss')
    expect(() => sessionDatabaseUrl({ DATABASE_DIRECT_URL: url })).toThrow('DATABASE_DIRECT_URL：')
  })

  test.each([
    'postgres://db/x',
    'postgres://u:p%40ss%23wo%2Frd%25@host:5432/db?sslmode=verify-full&application_name=a%40b',
    'postgres://u:p@ss@host/db',
    'postgres:///db?host=/var/run/postgresql&user=me@server&password=a',
    'postgresql://u@/db?host=%2Fvar%2Frun%2Fpostgresql',
    'postgres://[::1]:5432/db',
  ])('takes the address %s as the driver does', (url) => {
    expect(faultsOf({ DATABASE_URL: url })).toEqual([])
    expect(sessionDatabaseUrl({ DATABASE_URL: url })).toBe(url)
  })

  test('needs the app of WeChat when it has WeChat Pay', () => {
    expect(faultsOf(wechatPay)).toEqual(['WECHATPAY_*：微信支付还需要 WECHAT_APP_ID（与 WECHAT_APP_SECRET），现在缺少'])
  })

  test('accepts any address for a stand-in of WeChat Pay', () => {
    const standIn = {
      WECHATPAY_BASE_URL: 'http://127.0.0.1:9000',
      WECHATPAY_NOTIFY_URL: 'http://127.0.0.1:8080/notify',
    }
    expect(readConfig({ ...wechat, ...wechatPay, ...standIn }).wechatPay).toMatchObject(standIn)
  })

  test.each([
    ['PORT', 'abc'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['DEMO', 'yes'],
    ['LOG_LEVEL', 'loud'],
    ['WEB_CONCURRENCY', '0'],
    ['DATABASE_URL', 'mysql://db/x'],
    ['DATABASE_POOL_SIZE', '0'],
    ['DATABASE_DIRECT_URL', 'postgres://db/x'],
    ['DATABASE_REPLICA_URL', 'postgres://db/x'],
    ['DATABASE_REPLICA_LAG_SECONDS', '0'],
    ['REDIS_URL', 'redis://127.0.0.1:6379'],
    ['DATABASE_PREPARED', 'on'],
    ['NODE_ENV', 'prod'],
    ['NODE_ENV', 'Production'],
    ['RATE_LIMITS', 'no'],
    ['TOKEN_SECRET', 'short'],
    ['TOKEN_SECRET', 's'.repeat(64)],
    ['TOKEN_SECRET', 'password'.repeat(4)],
    ['TOKEN_SECRET', 'change-me-'.repeat(4)],
    ['TOKEN_SECRET', '01'.repeat(16)],
    ['TOKEN_SECRET', '01101001110100110100101101001011'],
    ['TOKEN_SECRET', 'abcdefghijklmnopqrstuvwxyz012345'],
    ['TOKEN_SECRET', `${'x'.repeat(40)}1a7f`],
    ['METRICS_TOKEN', 'short'],
    ['METRICS_TOKEN', 'm'.repeat(16)],
    ['METRICS_TOKEN', '1234567890123456'],
    ['BACKUP_WITHIN_HOURS', '-1'],
    ['ALERT_WEBHOOK', 'ftp://robot'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['SENTRY_DSN', 'https://sentry.example/42'],
    ['SQL_COMMENTS', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '::/0'],
    ['TRUST_PROXY', '10.0.0.0/00'],
    ['TRUST_PROXY', 'loopback,0.0.0.0/1,128.0.0.0/1'],
    ['TRUST_PROXY', '2000::/3'],
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['TRUST_PROXY', '::ffff:0.0.0.0/97'],
    ['FEATURES_OFF', 'cards,games'],
    ['PUBLIC_URL', 'paidang.example'],
    ['PUBLIC_URL', 'https://paidang.example/app'],
    ['PUBLIC_URL', 'https://paidang.example/?a=1'],
    ['WECHAT_APP_ID', 'wx1'],
  ])('refuses %s=%s and names it', (name, value) => {
    const faults = faultsOf({ DEMO: '1', [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(name.split('_')[0])
  })

  test.each([secret, 'kP9v-2XqTz_7LmRw4YbN8sDfGh3JcA1e', '83920174651029384756610293847561'])(
    'accepts a random secret: %s',
    (value) => {
      expect(readConfig({ TOKEN_SECRET: value, METRICS_TOKEN: value }).tokenSecret).toBe(value)
    },
  )

  test('knows the environments of Node.js', () => {
    for (const name of ['', 'development', 'test']) expect(readConfig({ NODE_ENV: name }).production).toBe(false)
  })

  test('stores the public address without a slash at its end, and needs https in production', () => {
    expect(readConfig({ PUBLIC_URL: 'https://paidang.example/' }).publicUrl).toBe('https://paidang.example')
    expect(readConfig({ PUBLIC_URL: 'http://192.168.1.2:8080' }).publicUrl).toBe('http://192.168.1.2:8080')
    expect(readConfig({}).publicUrl).toBeUndefined()
    const faults = faultsOf({ NODE_ENV: 'production', PUBLIC_URL: 'http://paidang.example' })
    expect(faults).toContain('PUBLIC_URL：应为不带路径的 https 地址')
  })

  test('trusts the configured proxies', () => {
    expect(readConfig({ DEMO: '1', TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
    ])
    expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
    const narrow = ['uniquelocal', '::ffff:10.0.0.0/104', 'fc00::/7', '203.0.113.7']
    expect(readConfig({ DEMO: '1', TRUST_PROXY: narrow.join(',') }).trustProxy).toEqual(narrow)
  })

  test('turns off the named features and keeps all others', () => {
    expect(readConfig({}).features).toEqual(ALL_FEATURES)
    expect(readConfig({ FEATURES_OFF: 'cards, ballPayments' }).features).toEqual({
      ...ALL_FEATURES,
      cards: false,
      ballPayments: false,
    })
  })

  test('without WeChat has no WeChat Pay either', () => {
    const off = { ...ALL_FEATURES, wechat: false, wechatPay: false }
    expect(readConfig({ FEATURES_OFF: 'wechat' }).features).toEqual(off)
    expect(faultsOf({ ...wechat, FEATURES_OFF: 'wechat' })).toEqual([
      'FEATURES_OFF：关闭 wechat 时不能设置 WECHAT_*，请二选一',
    ])
    // What was paid by WeChat Pay before still goes back through it.
    const paused = readConfig({ ...wechat, ...wechatPay, FEATURES_OFF: 'wechatPay' })
    expect(paused).toMatchObject({ features: { wechat: true, wechatPay: false }, wechatPay })
  })

  test('text messages are configured or off, and not both', () => {
    expect(readConfig({ FEATURES_OFF: 'sms' }).features).toEqual({ ...ALL_FEATURES, sms: false })
    expect(faultsOf({ ...sms, FEATURES_OFF: 'sms' })).toEqual(['FEATURES_OFF：关闭 sms 时不能设置 SMS_*，请二选一'])
  })

  test('names all faults at once, in Chinese, and repeats no secret', () => {
    const env = { PORT: 'x', DEMO: 'x', TOKEN_SECRET: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db' }
    expect(faultsOf(env)).toHaveLength(4)
    expect(() => readConfig(env)).toThrow(/启动配置有误/)
    expect(() => readConfig(env)).not.toThrow(/hunter2/)
  })
})

describe('in production', () => {
  const without = (settings: object) => Object.fromEntries(Object.keys(settings).map((name) => [name, '']))

  test.each([
    ['all of them', {}, { wechat: true, wechatPay: true, sms: true }],
    ['WeChat alone', without({ ...wechatPay, ...sms }), { wechat: true, wechatPay: false, sms: false }],
    ['none', without({ ...wechat, ...wechatPay, ...sms }), { wechat: false, wechatPay: false, sms: false }],
  ])('what is not configured is off, and nothing is simulated: %s', (_case, change, features) => {
    expect(readConfig({ ...production, ...change }).features).toEqual({ ...ALL_FEATURES, ...features })
  })

  test('a complete environment is accepted', () => {
    expect(readConfig(production)).toMatchObject({ production: true, demo: false, tokenSecret: secret })
  })

  test.each([
    ['a missing token secret', { TOKEN_SECRET: '' }, 'TOKEN_SECRET'],
    ['a public address that follows whoever asks', { PUBLIC_URL: '' }, 'PUBLIC_URL'],
    ['agreements with nobody', { OPERATOR_NAME: ' ' }, 'OPERATOR_NAME'],
    ['an operator whom nobody reaches', { OPERATOR_CONTACT: '' }, 'OPERATOR_CONTACT'],
    ['the demo world', { DEMO: '1' }, 'DEMO'],
    ['the demo world that comes with the database that comes along', { DATABASE_URL: '' }, 'DEMO'],
    ['a server without limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
    ['a clock that runs ahead', { CLOCK_AHEAD_MINUTES: '1' }, 'CLOCK_AHEAD_MINUTES'],
    ['half of WeChat', { WECHAT_APP_SECRET: '', ...without(wechatPay) }, 'WECHAT_*'],
    ['half of the text messages', { SMS_SECRET_KEY: '' }, 'SMS_*'],
    ['text messages that anybody could read', { SMS_BASE_URL: 'http://127.0.0.1:9000' }, 'SMS_BASE_URL'],
    ['half of WeChat Pay', { WECHATPAY_MCH_ID: '' }, 'WECHATPAY_*'],
    ['WeChat Pay without its app', without(wechat), 'WECHATPAY_*'],
    ['a WeChat Pay that anybody could read', { WECHATPAY_BASE_URL: 'http://127.0.0.1:9000' }, 'WECHATPAY_BASE_URL'],
    [
      'a notification that anybody could read',
      { WECHATPAY_NOTIFY_URL: 'http://paidang.example/notify' },
      'WECHATPAY_NOTIFY_URL',
    ],
  ])('%s is refused', (_case, change, name) => {
    const faults = faultsOf({ ...production, ...change })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name.replace('*', '\\*')}：`))
  })
})

describe('without NODE_ENV=production', () => {
  const real = { DATABASE_URL: 'postgres://db/x', ...wechat, ...wechatPay, ...sms }
  const open = { HOST: '0.0.0.0' }
  const reaches = [open, { HOST: '::' }, { HOST: '10.0.0.5' }, { HOST: 'paidang.example' }, { TRUST_PROXY: 'loopback' }]

  test.each<[string, Record<string, string>, string[]]>([
    ['everything simulated, and the demo', {}, ['演示数据', '模拟的微信登录', '模拟支付', '模拟短信']],
    ['the demo alone', { ...wechat, ...wechatPay, ...sms }, ['演示数据']],
    ['everything simulated', { DEMO: '0' }, ['模拟的微信登录', '模拟支付']],
    ['simulated payments', { DATABASE_URL: 'postgres://db/x', ...wechat }, ['模拟支付']],
    ['nothing simulated', real, []],
    ['nothing of WeChat', { DATABASE_URL: 'postgres://db/x', FEATURES_OFF: 'wechat,sms' }, []],
  ])('other machines do not reach a server: %s', (_case, env, named) => {
    for (const reach of reaches) {
      for (const nodeEnv of ['', 'development', 'test']) {
        const faults = faultsOf({ ...env, ...reach, NODE_ENV: nodeEnv })
        expect(faults).toHaveLength(1)
        for (const name of ['NODE_ENV=production', 'DEMO=1', ...named]) expect(faults[0]).toContain(name)
      }
    }
  })

  test.each([
    ['RATE_LIMITS', 'off'],
    ['CLOCK_AHEAD_MINUTES', '1'],
  ])('not even a demo that other machines reach has %s=%s, and one for this machine has', (name, value) => {
    for (const reach of reaches) {
      expect(faultsOf({ DEMO: '1', ...reach, [name]: value })).toEqual([expect.stringContaining(`${name}：`)])
    }
    expect(readConfig({ DEMO: '1', [name]: value }).refusesForwarded).toBe(true)
  })

  test.each<[string, Record<string, string>, boolean]>([
    ['nothing', {}, true],
    ['DEMO=0', { DEMO: '0' }, true],
    ['nothing simulated', real, true],
    ['DEMO=1', { DEMO: '1' }, false],
    ['NODE_ENV=production', production, false],
  ])('a proxy on this machine forwards only to a demo or a production server: %s', (_case, env, refuses) => {
    expect(readConfig(env).refusesForwarded).toBe(refuses)
  })

  test.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])(
    'only this machine reaches a server that listens on %s',
    (host) => {
      expect(readConfig({ HOST: host })).toMatchObject({ demo: true, isOpenDemo: false })
      expect(readConfig({ HOST: host, DEMO: '1' }).isOpenDemo).toBe(false)
    },
  )

  test('a demo for other machines must be requested explicitly, and says so on its pages', () => {
    for (const reach of [open, { TRUST_PROXY: 'loopback' }]) {
      expect(readConfig({ ...reach, DEMO: '1' })).toMatchObject({ demo: true, isOpenDemo: true })
    }
  })
})

test('a missing secret is generated once, and only its owner may read it', () => {
  const env = { DATA_DIR: join(directory, '数据 目录') }
  const { tokenSecret } = loadConfig(env)
  expect(tokenSecret).toMatch(/^[\w-]{43}$/)
  expect(loadConfig(env).tokenSecret).toBe(tokenSecret)
  expect(statSync(join(directory, '数据 目录', 'secrets', 'token-secret')).mode & 0o777).toBe(0o600)
  expect(loadConfig({ ...env, TOKEN_SECRET: secret }).tokenSecret).toBe(secret)
})
