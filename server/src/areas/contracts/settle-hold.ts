import type { Database } from '../../db/database.ts'
import { moveHours } from './queries.ts'

/** A seat's held hours that are to be settled. `sessions` is a positive number of lesson hours. */
export type Hold = {
  contractId: string
  invitationId: string
  seatUserId: string
  round: number
  sessions: number
  actorId: string | null
  reason: string
  now: Date
}

/** Releases a seat's held hours, because the class does not consume them. */
export async function voidHold(tx: Database, { sessions, ...hold }: Hold): Promise<void> {
  await settle(tx, { ...hold, kind: 'VOID', remainingChange: 0, heldChange: -sessions })
}

/** Consumes a seat's held hours. */
export async function consumeHold(tx: Database, { sessions, ...hold }: Hold): Promise<void> {
  await settle(tx, { ...hold, kind: 'CONSUME', remainingChange: -sessions, heldChange: -sessions })
}

async function settle(tx: Database, movement: Parameters<typeof moveHours>[1]): Promise<void> {
  // Without such a hold the seat and the ledger disagree. Nothing may be written then.
  if (!(await moveHours(tx, movement))) throw new Error(`contract ${movement.contractId} holds less than its seat says`)
}
