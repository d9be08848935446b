import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiError } from '@paidang/api/catalogue/errors'
import { createLead } from './areas/desks/staff/create-lead.ts'
import { DEFAULT_DATA_DIR } from './config.ts'
import { createDatabase } from './db/database.ts'
import { urlOfRunning } from './db/embedded/running.ts'
import { createPool } from './db/pool.ts'
import { messageOf } from './process/error-parts.ts'

const USAGE = `用法：npm run create-operator -- --username 登录名 [--nickname 姓名] [--lead-lost] [--database-url postgres://…]
不写地址时，指正在 DATA_DIR 上运行的拍档。--lead-lost：已有运营主管，但都无法登录。`

/**
 * Creates the first senior operator of a deployment, and prints the password once. The product must have run on the
 * database before.
 */
try {
  const { values } = parseArgs({
    options: {
      username: { type: 'string' },
      nickname: { type: 'string', default: '运营主管' },
      'lead-lost': { type: 'boolean', default: false },
      'database-url': { type: 'string', default: '' },
    },
  })
  const url =
    values['database-url'] ||
    process.env.DATABASE_DIRECT_URL ||
    process.env.DATABASE_URL ||
    urlOfRunning(resolve(process.env.DATA_DIR ?? DEFAULT_DATA_DIR))
  if (!url || !values.username) throw new Error(USAGE)
  const pool = createPool(url, { max: 1, onError: (error) => process.stderr.write(`${messageOf(error)}\n`) })
  try {
    const { username, nickname, 'lead-lost': isLeadLost } = values
    const made = await createLead(createDatabase(pool), { username, nickname, isLeadLost, now: new Date() })
    process.stdout.write(`已新增运营主管 ${made.username}，一次性密码 ${made.password}（只显示这一次）
请打开 /console/ 登录，先改密码，再开启两步验证。\n`)
  } finally {
    await pool.end()
  }
} catch (error) {
  process.stderr.write(`${messageOf(error)}${error instanceof ApiError ? `（${error.code}）` : ''}\n`)
  process.exitCode = 1
}
