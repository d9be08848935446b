import type { ApiError } from '@paidang/api/catalogue/errors'
import { publishChanges } from '../../db/change-feed.ts'
import type { Database } from '../../db/database.ts'
import { isForeignKeyViolation, tableOfFault } from '../../db/faults.ts'
import { SESSION_TOPIC } from '../../http/session.ts'
import { forgetContent } from '../content/forget-content.ts'
import { handOverFiles } from '../files/hand-over-files.ts'
import { forgetMessages } from '../messages/forget-messages.ts'
import { forgetStatedLevels } from '../profile/forget-stated-levels.ts'
import { handOverLinks } from '../sharing/hand-over-links.ts'
import { dropSessionKey, keepSessionKey } from '../wechat/keep-session-key.ts'
import { handOverConsents } from './consent-queries.ts'
import { deleteContest, deleteSessions, deleteUser, type LinkedUser, setWechat } from './link-queries.ts'
import { deleteRequestsOf } from './password-request-queries.ts'

type Dissolving = {
  /** Did nothing yet but register. */
  from: LinkedUser
  into: string
  /** Whether his WeChat opens the other account from now on, instead of any that did. */
  takesWechat: boolean
  /** The answer when he did something after all, of which a row in this table tells. */
  refusal: (table: string | undefined) => ApiError
  now: Date
}

/**
 * A bare user ends, and goes on as another account. Whether he is bare the database says: it lets nobody go to whom a row
 * points, but for log-ins, what they were told, what waits to be checked and what they said of their level, which go with them, and
 * pictures, short ids of what they shared and the agreements that they agreed to, which go over. Both rows are locked.
 *
 * @throws ApiError as `refusal` says
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
  await deleteContest(tx, id)
  await deleteRequestsOf(tx, id)
  const sessionIds = await deleteSessions(tx, id)
  await deleteUser(tx, id).catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? refusal(tableOfFault(error)) : error
  })
  if (openId !== null && takesWechat) {
    await setWechat(tx, into, { openId, unionId })
    if (sessionKey !== undefined) await keepSessionKey(tx, { userId: into, sessionKey, now })
  }
  await publishChanges(
    tx,
    sessionIds.map((sessionId) => `${SESSION_TOPIC}${sessionId}`),
  )
}
