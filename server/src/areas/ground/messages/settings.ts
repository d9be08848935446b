import * as api from '@paidang/api/areas/ground/message-settings'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotQuiet } from '@paidang/domain/areas/ground/messages/quiet'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { messageSettings, messages, outbox, subscriptions } from '../../../tables/messages.ts'
import { isWaiting } from './outbox-queries.ts'
import { TEMPLATE_TITLES, type Templates } from './templates.ts'

/** A person's quiet hours, and how many more messages of each template they accept. */
async function settingsOf(db: Database, userId: string, templates: Templates): Promise<api.MessageSettings> {
  const [quiet] = await db.select().from(messageSettings).where(eq(messageSettings.userId, userId))
  const consents = await db.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  return {
    quietFrom: quiet?.quietFrom ?? null,
    quietTo: quiet?.quietTo ?? null,
    templates: api.SUBSCRIPTION_TEMPLATES.map((key) => ({
      key,
      title: TEMPLATE_TITLES[key],
      templateId: templates[key]?.id ?? null,
      quota: consents.find(({ template }) => template === key)?.quota ?? 0,
    })),
  }
}

/** Makes messages held back for a person due now. They are held back again if the new quiet hours require it. */
async function releaseHeld(tx: Database, receiverId: string, now: Date): Promise<void> {
  const own = sql`${outbox.messageId} in (select id from ${messages} where receiver_id = ${receiverId})`
  await tx
    .update(outbox)
    .set({ nextAttemptAt: now })
    .where(and(isWaiting, eq(outbox.attempts, 0), gt(outbox.nextAttemptAt, now), own))
}

type Handing = {
  from: string
  to: string
  /** Whether `to` is reached by the WeChat account of `from` from now on. */
  takesWechat: boolean
}

/**
 * Moves quiet hours to another account of the same person that has none. What WeChat still accepts for a person goes with
 * the WeChat account.
 */
export async function handOverMessageSettings(tx: Database, { from, to, takesWechat }: Handing): Promise<void> {
  const own = await tx.delete(messageSettings).where(eq(messageSettings.userId, from)).returning()
  if (own.length > 0)
    await tx
      .insert(messageSettings)
      .values(own.map((settings) => ({ ...settings, userId: to })))
      .onConflictDoNothing()
  if (!takesWechat) return
  await tx.delete(subscriptions).where(eq(subscriptions.userId, to))
  await tx.update(subscriptions).set({ userId: to }).where(eq(subscriptions.userId, from))
}

export default plugin([
  handle(api.readMessageSettings, ({ user, db, app }) => settingsOf(db, user.id, app.messageTemplates)),

  handle(api.saveMessageSettings, async ({ body: { quietFrom, quietTo }, user: { id: userId }, db, now, app }) => {
    const refusal = whyNotQuiet(quietFrom, quietTo)
    if (refusal) throw new ApiError(refusal)
    await db.transaction(async (tx) => {
      await tx
        .insert(messageSettings)
        .values({ userId, quietFrom, quietTo })
        .onConflictDoUpdate({ target: messageSettings.userId, set: { quietFrom, quietTo } })
      await releaseHeld(tx, userId, now)
    })
    return settingsOf(db, userId, app.messageTemplates)
  }),

  // A template that appears twice counts once.
  handle(api.saveSubscriptions, async ({ body: { accepted }, user: { id: userId }, db, app }) => {
    if (accepted.length > 0)
      await db
        .insert(subscriptions)
        .values([...new Set(accepted)].map((template) => ({ userId, template, quota: 1 })))
        .onConflictDoUpdate({
          target: [subscriptions.userId, subscriptions.template],
          set: { quota: sql`${subscriptions.quota} + 1` },
        })
    return settingsOf(db, userId, app.messageTemplates)
  }),
])
