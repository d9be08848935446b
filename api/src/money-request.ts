import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type Static, Type } from 'typebox'
import { freeText, Id, Instant, orNull } from './shapes.ts'

/**
 * The common fields of a request to move money. One staff member makes it and another decides. `endTime` is when it was
 * decided or withdrawn. `note` is the note of the decision, or the reason when nobody withdrew it.
 */
export const moneyRequest = {
  id: Id,
  state: Type.Enum([...REQUEST_STATES]),
  reason: Type.String(),
  note: Type.String(),
  requestedBy: Type.Object({ id: Id, nickname: Type.String() }),
  decidedBy: orNull(Type.Object({ id: Id, nickname: Type.String() })),
  createTime: Instant,
  endTime: orNull(Instant),
}

const MoneyRequest = Type.Object(moneyRequest)
export type MoneyRequest = Static<typeof MoneyRequest>

/** The reason of the request. */
export const RequestReason = freeText(200, 1)

/** The decision of a second person. */
export const Decision = Type.Object({ approve: Type.Boolean(), note: Type.Optional(freeText(200)) })
