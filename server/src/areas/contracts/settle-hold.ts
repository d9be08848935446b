import type { Database } from '../../db/database.ts'
import { moveHours } from './queries.ts'

/** A seat's held hours and what becomes of them. `sessions` is a positive number of lesson hours. */
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

/** Gives a seat's held hours back: nothing was taught, nothing is owed. */
export async function voidHold(tx: Database, { sessions, ...hold }: Hold): Promise<void> {
  await settle(tx, { ...hold, kind: 'VOID', remainingChange: 0, heldChange: -sessions })
}

/** Takes a seat's held hours for good. */
export async function consumeHold(tx: Database, { sessions, ...hold }: Hold): Promise<void> {
  await settle(tx, { ...hold, kind: 'CONSUME', remainingChange: -sessions, heldChange: -sessions })
}

async function settle(tx: Database, movement: Parameters<typeof moveHours>[1]): Promise<void> {
  // A hold that is not there to be settled means that seat and ledger disagree: nothing may be written then.
  if (!(await moveHours(tx, movement))) throw new Error(`contract ${movement.contractId} holds less than its seat says`)
}
