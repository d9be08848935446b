import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigError, loadConfig, readConfig } from './config.ts'

const directory = mkdtempSync(join(tmpdir(), 'paidang-config-'))
afterAll(() => rmSync(directory, { recursive: true }))

const secret = 's'.repeat(32)
const wechat = { WECHAT_APP_ID: 'wx1', WECHAT_APP_SECRET: 'hush' }
const wechatPay = {
  WECHATPAY_MCH_ID: '1',
  WECHATPAY_SERIAL_NO: '2',
  WECHATPAY_PRIVATE_KEY: '3',
  WECHATPAY_API_V3_KEY: '4',
  WECHATPAY_PUBLIC_KEY_ID: '5',
  WECHATPAY_PUBLIC_KEY: '6',
  WECHATPAY_NOTIFY_URL: '7',
}
const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://u:p@db/paidang',
  TOKEN_SECRET: secret,
  ...wechat,
  ...wechatPay,
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
  test('without any variable is a demo on the database that comes along, for this machine only', () => {
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
      s3: undefined,
    })
    expect(readConfig({}).dataDir).toMatch(/\/\.data$/)
  })

  test('with a database of its own has no demo world unless asked for', () => {
    expect(readConfig({ DATABASE_URL: 'postgresql://db/x' }).demo).toBe(false)
    expect(readConfig({ DATABASE_URL: 'postgresql://db/x', DEMO: '1' }).demo).toBe(true)
    expect(readConfig({ DEMO: '0' }).demo).toBe(false)
  })

  test('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', DEMO: '' })).toMatchObject({ portIsExplicit: false, demo: true })
  })

  test('keeps every variable of a service under its full name, and tells WECHAT_ from WECHATPAY_', () => {
    const config = readConfig({ ...wechat, WECHAT_TEMPLATE_REMINDER: 't1', ...wechatPay })
    expect(config.wechat).toEqual({ ...wechat, WECHAT_TEMPLATE_REMINDER: 't1' })
    expect(config.wechatPay).toEqual(wechatPay)
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
    ['TOKEN_SECRET', 'short'],
    ['METRICS_TOKEN', 'short'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'true'],
    ['WECHAT_APP_ID', 'wx1'],
    ['S3_BUCKET', 'files'],
  ])('refuses %s=%s and names it', (name, value) => {
    const faults = faultsOf({ [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(name.split('_')[0])
  })

  test('trusts the proxies it is told to trust', () => {
    expect(readConfig({ TRUST_PROXY: 'loopback, 10.0.0.0/8,::1' }).trustProxy).toEqual([
      'loopback',
      '10.0.0.0/8',
      '::1',
    ])
    expect(readConfig({ TRUST_PROXY: '0' }).trustProxy).toBe(false)
  })

  test('names all faults at once, in Chinese, and repeats no secret', () => {
    const env = { PORT: 'x', DEMO: 'x', TOKEN_SECRET: 'hunter2', DATABASE_URL: 'mysql://root:hunter2@db' }
    expect(faultsOf(env)).toHaveLength(4)
    expect(() => readConfig(env)).toThrow(/启动配置有误/)
    expect(() => readConfig(env)).not.toThrow(/hunter2/)
  })
})

describe('in production', () => {
  test('a complete environment is accepted', () => {
    expect(readConfig(production)).toMatchObject({ production: true, demo: false, tokenSecret: secret })
  })

  test.each([
    ['a missing token secret', { TOKEN_SECRET: '' }, 'TOKEN_SECRET'],
    ['the demo world', { DEMO: '1' }, 'DEMO'],
    ['the demo world that comes with the database that comes along', { DATABASE_URL: '' }, 'DEMO'],
    ['the simulator of WeChat', { WECHAT_APP_ID: '', WECHAT_APP_SECRET: '' }, 'WECHAT_*'],
    [
      'the simulator of WeChat Pay',
      Object.fromEntries(Object.keys(wechatPay).map((name) => [name, ''])),
      'WECHATPAY_*',
    ],
  ])('%s is refused', (_case, change, name) => {
    const faults = faultsOf({ ...production, ...change })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name.replace('*', '\\*')}：`))
  })
})

test('a secret that the environment leaves out is made once, and only its owner may read it', () => {
  const env = { DATA_DIR: join(directory, '数据 目录') }
  const { tokenSecret } = loadConfig(env)
  expect(tokenSecret).toMatch(/^[\w-]{43}$/)
  expect(loadConfig(env).tokenSecret).toBe(tokenSecret)
  expect(statSync(join(directory, '数据 目录', 'secrets', 'token-secret')).mode & 0o777).toBe(0o600)
  expect(loadConfig({ ...env, TOKEN_SECRET: secret }).tokenSecret).toBe(secret)
})
