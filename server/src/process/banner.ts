import type { ServerConfig } from '../config.ts'
import type { OpenDatabase } from '../db/open.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD, DEMO_STAFF } from '../demo/accounts.ts'

type Standing = { config: ServerConfig; database: OpenDatabase; address: string }

/** The text printed once the product is ready: its address, as its users know it, the demo accounts, and how to stop it. */
export function bannerOf({ config, database, address }: Standing): string {
  const at = config.publicUrl ?? openable(address)
  const lines = ['', `拍档已启动：${at}`, `工作台：${at}/console/`]
  if (database.dataDirectory === undefined) lines.push('数据库：DATABASE_URL 指定的 PostgreSQL')
  else lines.push(`数据库：自带的 PostgreSQL，数据在 ${database.dataDirectory}`)
  lines.push(`数据目录：${config.dataDir}`)
  if (config.demo) {
    lines.push(`演示账号（密码均为 ${DEMO_PASSWORD}）：`)
    for (const { username, who } of DEMO_ACCOUNTS) lines.push(`  ${username}：${who}`)
    lines.push('工作台演示账号（密码相同）：')
    for (const { username, who } of DEMO_STAFF) lines.push(`  ${username}：${who}`)
  }
  lines.push('停止：按 Ctrl-C', '')
  return lines.join('\n')
}

/** An address that a browser on this machine can open. The wildcard address is not one. */
function openable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:')
}
