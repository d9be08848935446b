import { currentSession } from '../../../platform/session'
import { readStored, store, unstore } from '../../../platform/storage'
import type { JobForm } from './stringing-form'

/** An order that was begun and left, at which shop, and whose it is: another user of this device does not see it. */
type Draft = { userId: string; merchantId: string; form: JobForm }

/** What this user left at the shop; undefined for a guest, and at any other shop. */
export function readDraft(merchantId: string): JobForm | undefined {
  const draft = readStored<Draft>('stringingDraft')
  return draft?.userId === currentSession().userId && draft?.merchantId === merchantId ? draft.form : undefined
}

/** Keeps the form, in place of any other. */
export function keepDraft(merchantId: string, form: JobForm): void {
  const { userId } = currentSession()
  if (userId !== null) store('stringingDraft', { userId, merchantId, form } satisfies Draft)
}

/** The order is made. */
export function dropDraft(): void {
  unstore('stringingDraft')
}
