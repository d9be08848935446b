import { setTimeout as sleep } from 'node:timers/promises'
import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { wechatAccessTokens } from '../../../tables/wechat.ts'
import { WechatUnavailable } from './wechat-client.ts'

/** Gives WeChat's access token, which all processes share. */
export type AccessTokens = {
  /**
   * Returns the token that is valid now.
   * @param refused a token that WeChat rejected although it should still be valid
   */
  current(refused?: string): Promise<string>
}

/** A token is renewed this long before it expires. Until then WeChat accepts the old one too. */
const EARLY_MS = 300_000
/** Longer than one call may take, so a lease outlives its holder only when the holder died. */
const LEASE_SECONDS = 15
const PATIENCE_MS = 10_000
const POLL_MS = 50

/** The access token that was stored last; undefined when none was stored yet. */
async function findAccessToken(db: Database, appId: string) {
  const [row] = await db
    .select({ token: wechatAccessTokens.token, expiresAt: wechatAccessTokens.expiresAt })
    .from(wechatAccessTokens)
    .where(eq(wechatAccessTokens.appId, appId))
  return row
}

/**
 * Reserves the renewal of the access token for this process, for the given seconds. The lease uses the database's
 * clock, which all processes share.
 *
 * @returns false while another process holds the lease, or when the stored token differs from `seen` (empty text: none)
 */
async function leaseRenewal(
  db: Database,
  { appId, seen, expiresAt, seconds }: { appId: string; seen: string; expiresAt: Date; seconds: number },
): Promise<boolean> {
  const renewingUntil = sql`now() + make_interval(secs => ${seconds})`
  const leased = await db
    .insert(wechatAccessTokens)
    .values({ appId, token: '', expiresAt, renewingUntil })
    .onConflictDoUpdate({
      target: wechatAccessTokens.appId,
      set: { renewingUntil },
      setWhere: sql`${wechatAccessTokens.token} = ${seen}
        and (${wechatAccessTokens.renewingUntil} is null or ${wechatAccessTokens.renewingUntil} < now())`,
    })
    .returning()
  return leased.length === 1
}

/** Ends a lease, and stores the new token when there is one. */
async function endRenewal(
  db: Database,
  appId: string,
  renewed: { token: string; expiresAt: Date } | undefined,
): Promise<void> {
  await db
    .update(wechatAccessTokens)
    .set({ ...renewed, renewingUntil: null })
    .where(eq(wechatAccessTokens.appId, appId))
}

/**
 * Keeps the access token in the database. When the token is about to expire, one process renews it. The others use the
 * valid token, or wait for the new one. No transaction is open while WeChat is asked.
 *
 * @param renew asks WeChat for a token; `expiresIn` in seconds
 */
export function createAccessTokens({
  db,
  appId,
  now,
  renew,
}: {
  db: Database
  appId: string
  now: () => Date
  renew: () => Promise<{ token: string; expiresIn: number }>
}): AccessTokens {
  const renewed = async (): Promise<string> => {
    let fresh: { token: string; expiresAt: Date } | undefined
    try {
      const { token, expiresIn } = await renew()
      fresh = { token, expiresAt: new Date(now().getTime() + expiresIn * 1000) }
      return token
    } finally {
      await endRenewal(db, appId, fresh)
    }
  }

  return {
    async current(refused) {
      const deadline = Date.now() + PATIENCE_MS
      while (Date.now() < deadline) {
        const known = await findAccessToken(db, appId)
        const leftMs = known && known.token !== refused ? known.expiresAt.getTime() - now().getTime() : 0
        if (known && leftMs > EARLY_MS) return known.token
        const seen = known?.token ?? ''
        if (await leaseRenewal(db, { appId, seen, expiresAt: now(), seconds: LEASE_SECONDS })) return renewed()
        if (known && leftMs > 0) return known.token
        await sleep(POLL_MS)
      }
      throw new WechatUnavailable('WeChat gave no access token in time')
    },
  }
}
