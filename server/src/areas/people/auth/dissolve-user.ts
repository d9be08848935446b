import type { ApiError } from '@paidang/api/catalogue/errors'
import { publishChanges } from '../../../db/change-feed.ts'
import type { Database } from '../../../db/database.ts'
import { isForeignKeyViolation, tableOfFault } from '../../../db/faults.ts'
import { SESSION_TOPIC } from '../../../http/session.ts'
import { forgetContent } from '../../ground/content/submissions.ts'
import { handOverFiles } from '../../ground/files/uploads.ts'
import { forgetMessages } from '../../ground/messages/forget-messages.ts'
import { handOverLinks } from '../../ground/share-links/share-links.ts'
import { dropSessionKey, saveSessionKey } from '../../ground/wechat/session-keys.ts'
import { forgetStatedLevels } from '../profile/levels.ts'
import { handOverConsents } from './consent-queries.ts'
import { deletePhoneConflict, deleteSessions, deleteUser, type LinkedUser, setWechat } from './link-queries.ts'
import { deleteRequestsOf } from './password-request-queries.ts'

type Dissolving = {
  /** A user who did nothing yet but register. */
  from: LinkedUser
  into: string
  /** Whether the WeChat account of `from` opens the other account from now on, instead of any earlier one. */
  takesWechat: boolean
  /** The refusal when `from` did something after all. `table` has a row that shows it. */
  refusal: (table: string | undefined) => ApiError
  now: Date
}

/**
 * Merges a bare user, who did nothing yet but register, into another account. The database decides whether the user is
 * bare: its foreign keys refuse to delete a user with other rows. Deleted with the user are log-ins, messages, content
 * that waits for moderation, and stated levels. Pictures, short ids of shared pages and accepted agreements move to the
 * other account. Both rows must be locked.
 *
 * @throws ApiError from `refusal`
 * Source: decision record 017
 */
export async function dissolveUser(tx: Database, { from, into, takesWechat, refusal, now }: Dissolving): Promise<void> {
  const { id, openId, unionId } = from
  const sessionKey = await dropSessionKey(tx, id)
  await forgetMessages(tx, id)
  await forgetStatedLevels(tx, id)
  await forgetContent(tx, id)
  await handOverFiles(tx, { from: id, to: into })
  await handOverLinks(tx, { from: id, to: into })
  await handOverConsents(tx, { from: id, to: into })
  await deletePhoneConflict(tx, id)
  await deleteRequestsOf(tx, id)
  const sessionIds = await deleteSessions(tx, id)
  await deleteUser(tx, id).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? refusal(tableOfFault(error)) : error
  })
  if (openId !== null && takesWechat) {
    await setWechat(tx, into, { openId, unionId })
    if (sessionKey !== undefined) await saveSessionKey(tx, { userId: into, sessionKey, now })
  }
  await publishChanges(
    tx,
    sessionIds.map((sessionId) => `${SESSION_TOPIC}${sessionId}`),
  )
}
