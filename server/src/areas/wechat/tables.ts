import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../../db/columns.ts'
import { userId } from '../profile/tables.ts'

/** The session key that WeChat gave with a user's last log-in code; it never leaves the server. */
export const wechatKeys = pgTable('wechat_keys', {
  userId: userId('user_id').primaryKey(),
  sessionKey: text('session_key').notNull(),
  receivedAt: createdAt(),
})

/** WeChat's access token, one for all processes. */
export const wechatAccessTokens = pgTable('wechat_access_tokens', {
  appId: text('app_id').primaryKey(),
  token: text('token').notNull(),
  expiresAt: instant('expires_at').notNull(),
  /** Until when one process is renewing it; the others wait, or go on with what still works. */
  renewingUntil: instant('renewing_until'),
})

/** Codes that were handed in, by hash: each works once, whatever WeChat says. */
export const wechatUsedCodes = pgTable('wechat_used_codes', {
  codeHash: text('code_hash').primaryKey(),
  usedAt: createdAt(),
})
