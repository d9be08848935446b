import type { Message } from '@paidang/api/areas/messages'
import { ApiError } from '@paidang/api/catalogue/errors'
import { APPROVAL, type Verdict } from '@paidang/domain/kernel/approval'
import type { Database } from '../../../db/database.ts'
import { findMessage, type MessageRow } from './inbox-queries.ts'
import type { MessageObject } from './notify.ts'
import { presentMessage } from './present-message.ts'
import { settleRequests } from './settle-requests.ts'

/**
 * One verdict on the request of a message. `requestedBy` is the sender of the message. `seen` is the revision of the
 * class or game that the receiver saw.
 */
export type Decision = {
  objectId: string
  requestedBy: string | null
  actorId: string
  verdict: Verdict
  seen: number | undefined
  now: Date
}

/**
 * What the verdict on a message does to its object, in the given transaction. `lock` prevents other decisions about the
 * object until the end of the transaction. `decide` throws its own errors if the decision is no longer possible. With
 * `asksEach` each receiver agrees separately. The verdict of one receiver then leaves the requests to others open.
 */
export type Effect = {
  asksEach?: boolean
  lock(tx: Database, objectId: string): Promise<unknown>
  decide(tx: Database, decision: Decision): Promise<unknown>
}

/** The effects of verdicts by kind of object. They belong to other areas, so the wiring passes them in. */
export type MessageEffects = { readonly [Kind in MessageObject['kind']]?: Effect }

type Deciding = {
  messageId: string
  actorId: string
  verdict: Verdict
  seen: number | undefined
  now: Date
  effects: MessageEffects
}

/**
 * Decides the request of a message for its receiver. The effect happens exactly once, in the transaction of the
 * verdict. Every message with the same request then shows the verdict and is read. The same verdict again returns the
 * current state. If the effect is refused, the message stays open.
 *
 * @throws ApiError message_not_found (absent, another's, deleted); message_needs_no_decision; message_decided (the
 *   opposite verdict was reached before); any refusal of the effect.
 * Source: decision "Messages"
 */
export async function decideMessage(
  db: Database,
  { messageId, actorId, verdict, seen, now, effects }: Deciding,
): Promise<Message> {
  const own = { id: messageId, receiverId: actorId }
  return db.transaction(async (tx) => {
    const object = objectOf(found(await findMessage(tx, own)))
    const effect = object && effects[object.kind]
    if (effect) await effect.lock(tx, object.id)

    // The message is read after the lock, because the lock waits for concurrent decisions.
    const row = found(await findMessage(tx, own))
    const { approveStatus, senderId: requestedBy } = row.message
    if (approveStatus === verdict) return presentMessage(row)
    if (approveStatus === null || !effect) throw new ApiError('message_needs_no_decision')
    if (approveStatus !== APPROVAL.PENDING) throw new ApiError('message_decided')

    await effect.decide(tx, { objectId: object.id, requestedBy, actorId, verdict, seen, now })
    await settleRequests(tx, object, verdict, effect.asksEach ? actorId : undefined)
    return presentMessage(found(await findMessage(tx, own)))
  })
}

/** The object of a message. */
export function objectOf({ message: { objectKind, objectId } }: MessageRow): MessageObject | undefined {
  return objectKind === null || objectId === null ? undefined : ({ kind: objectKind, id: objectId } as MessageObject)
}

function found(row: MessageRow | undefined): MessageRow {
  if (!row) throw new ApiError('message_not_found')
  return row
}
