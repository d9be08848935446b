import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase } from './testing/test-database.ts'

const { url, drop } = await createTestDatabase()
afterAll(drop)

async function examine(env: Record<string, string | undefined>) {
  const script = fileURLToPath(new URL('./doctor.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { env: { ...process.env, ...env } })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (said += text))
  const [status] = await once(child, 'close')
  return { status, said }
}

test('the doctor tells in both languages what is well and what is not, and goes on after a fault', async () => {
  const settings = { DATABASE_URL: url, PUBLIC_URL: 'http://127.0.0.1:1', FAILURE_MAIL: undefined, FEATURES_OFF: '' }
  const { status, said } = await examine(settings)
  expect(status).toBe(1)
  expect(said).toContain('✓ 数据库连接：会话保持，通知送达\n  Sessions: sessions last, and notifications arrive\n')
  expect(said).toContain('✓ 数据库版本：与程序一致\n')
  expect(said).toMatch(/✗ 网址：无法检查：.+\n {2}PUBLIC_URL: not checked: .+\n/)
  expect(said).toContain('· 故障邮件：没有设置 FAILURE_MAIL\n')
  expect(said).not.toContain(new URL(url).password)
})

test('it names every fault of the settings', async () => {
  const { status, said } = await examine({ NODE_ENV: 'production', PORT: 'x', DATABASE_URL: url })
  expect(status).toBe(1)
  for (const name of ['PORT', 'TOKEN_SECRET', 'PUBLIC_URL', 'OPERATOR_NAME'])
    expect(said).toContain(`✗ 配置：${name}：`)
})
