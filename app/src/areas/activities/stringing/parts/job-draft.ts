import { currentSession } from '../../../../platform/session'
import { readStored, store, unstore } from '../../../../platform/storage'
import type { JobForm } from './stringing-form'

/** An unfinished order, its shop and its user. Another user of this device does not see it. */
type Draft = { userId: string; merchantId: string; form: JobForm }

/** Returns this user's draft for the shop. Undefined for a guest, and for any other shop. */
export function readDraft(merchantId: string): JobForm | undefined {
  const draft = readStored<Draft>('stringingDraft')
  return draft?.userId === currentSession().userId && draft?.merchantId === merchantId ? draft.form : undefined
}

/** Stores the form, in place of any other. */
export function saveDraft(merchantId: string, form: JobForm): void {
  const { userId } = currentSession()
  if (userId !== null) store('stringingDraft', { userId, merchantId, form } satisfies Draft)
}

/** Removes the draft after the order was made. */
export function dropDraft(): void {
  unstore('stringingDraft')
}
