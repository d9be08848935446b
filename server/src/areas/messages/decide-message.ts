import type { Message } from '@paidang/api/areas/messages'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import type { Database } from '../../db/database.ts'
import { findMessage, type MessageRow } from './inbox-queries.ts'
import { presentMessage } from './present-message.ts'
import { settleRequests } from './settle-requests.ts'
import type { MessageObject } from './tell.ts'

/** One verdict on what a message asks: `askedBy` sent it. */
export type Decision = { objectId: string; askedBy: string | null; by: string; verdict: Verdict; now: Date }

/**
 * What the verdict on a message does to its object, in the given transaction. `lock` keeps everybody else from deciding the
 * object until the end of the transaction; `decide` refuses in its own words what cannot be done any more. `asksEach`: each
 * receiver agrees for himself, so that the verdict of one leaves what others are asked open.
 */
export type Effect = {
  asksEach?: boolean
  lock(tx: Database, objectId: string): Promise<unknown>
  decide(tx: Database, decision: Decision): Promise<unknown>
}

/** The effects of verdicts by the kind of object: the wiring names them, since they belong to other areas. */
export type Effects = { readonly [Kind in MessageObject['kind']]?: Effect }

type Deciding = { messageId: string; by: string; verdict: Verdict; now: Date; effects: Effects }

/**
 * The receiver of a message agrees or refuses: the effect happens exactly once, in one transaction with the verdict, and
 * every message that asks the same shows it and is read. The same verdict again answers the present state.
 *
 * @throws ApiError message_not_found (absent, another's, deleted), message_needs_no_decision, message_decided (the other verdict
 *   was reached before), any refusal of the effect, and then the message stays open
 * Source: decision "Messages"
 */
export async function decideMessage(
  db: Database,
  { messageId, by, verdict, now, effects }: Deciding,
): Promise<Message> {
  const own = { id: messageId, receiverId: by }
  return db.transaction(async (tx) => {
    const object = objectOf(found(await findMessage(tx, own)))
    const effect = object && effects[object.kind]
    if (effect) await effect.lock(tx, object.id)

    // Only now: whoever decided at the same moment has been waited for.
    const row = found(await findMessage(tx, own))
    const { approveStatus, senderId: askedBy } = row.message
    if (approveStatus === verdict) return presentMessage(row)
    if (approveStatus === null || !effect) throw new ApiError('message_needs_no_decision')
    if (approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')

    await effect.decide(tx, { objectId: object.id, askedBy, by, verdict, now })
    await settleRequests(tx, object, verdict, effect.asksEach ? by : undefined)
    return presentMessage(found(await findMessage(tx, own)))
  })
}

/** What a message is about. */
export function objectOf({ message: { objectKind, objectId } }: MessageRow): MessageObject | undefined {
  return objectKind === null || objectId === null ? undefined : ({ kind: objectKind, id: objectId } as MessageObject)
}

function found(row: MessageRow | undefined): MessageRow {
  if (!row) throw new ApiError('message_not_found')
  return row
}
