import {
  type MessageSettings,
  SUBSCRIPTION_TEMPLATES,
  type SubscriptionTemplate,
} from '@paidang/api/areas/message-settings'
import { ApiError } from '@paidang/api/catalogue/errors'
import { whyNotQuiet } from '@paidang/domain/areas/messages/quiet'
import type { Database } from '../../../db/database.ts'
import { releaseHeld } from './outbox-queries.ts'
import { addQuotas, findSettings, listQuotas, upsertSettings } from './settings-queries.ts'
import { TEMPLATE_TITLES, type Templates } from './templates.ts'

/** The caller's quiet hours and remaining consents to WeChat templates. */
export async function readSettings(
  db: Database,
  { userId, templates }: { userId: string; templates: Templates },
): Promise<MessageSettings> {
  const settings = await findSettings(db, userId)
  const quotas = await listQuotas(db, userId)
  return {
    quietFrom: settings?.quietFrom ?? null,
    quietTo: settings?.quietTo ?? null,
    templates: SUBSCRIPTION_TEMPLATES.map((key) => ({
      key,
      title: TEMPLATE_TITLES[key],
      templateId: templates[key]?.id ?? null,
      quota: quotas.get(key) ?? 0,
    })),
  }
}

type Quiet = Pick<MessageSettings, 'quietFrom' | 'quietTo'>

/**
 * Stores or removes the caller's quiet hours. Messages held back for the caller are checked again at once.
 *
 * @throws ApiError quiet_hours_invalid
 */
export async function saveSettings(
  db: Database,
  { userId, quiet, now }: { userId: string; quiet: Quiet; now: Date },
): Promise<void> {
  const { quietFrom, quietTo } = quiet
  const refusal = whyNotQuiet(quietFrom, quietTo)
  if (refusal) throw new ApiError(refusal)
  await db.transaction(async (tx) => {
    await upsertSettings(tx, { userId, quietFrom, quietTo })
    await releaseHeld(tx, userId, now)
  })
}

/**
 * Adds the caller's consent to one message more of each of these templates. A template that appears twice counts once.
 */
export async function saveSubscriptions(
  db: Database,
  { userId, accepted }: { userId: string; accepted: readonly SubscriptionTemplate[] },
): Promise<void> {
  await addQuotas(db, userId, [...new Set(accepted)])
}
