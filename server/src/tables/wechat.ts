import { pgTable, text } from 'drizzle-orm/pg-core'
import { createdAt, instant } from '../db/columns.ts'
import { userId } from './identities.ts'

/** The session key from a user's last log-in code. It never leaves the server. */
export const wechatKeys = pgTable('wechat_keys', {
  userId: userId('user_id').primaryKey(),
  sessionKey: text('session_key').notNull(),
  receivedAt: createdAt(),
})

/** WeChat's access token, which all processes share. */
export const wechatAccessTokens = pgTable('wechat_access_tokens', {
  appId: text('app_id').primaryKey(),
  token: text('token').notNull(),
  expiresAt: instant('expires_at').notNull(),
  /** Until then one process renews it. The others wait, or use the token while it is valid. */
  renewingUntil: instant('renewing_until'),
})

/** Used codes, by hash. Each code works once, even if WeChat would accept it again. */
export const wechatUsedCodes = pgTable('wechat_used_codes', {
  codeHash: text('code_hash').primaryKey(),
  usedAt: createdAt(),
})
