import { REQUEST_STATES } from '@paidang/domain/kernel/money-request'
import { type Static, Type } from 'typebox'
import { freeText, Id, Instant, orNull } from './shapes.ts'

/**
 * What is told of a request that money moves, which one of the staff asks for and another decides. `endTime` is when it was
 * decided or withdrawn, `note` what the decision was given with, or why it was withdrawn by nobody.
 */
export const moneyRequest = {
  id: Id,
  state: Type.Enum([...REQUEST_STATES]),
  reason: Type.String(),
  note: Type.String(),
  askedBy: Type.Object({ id: Id, nickname: Type.String() }),
  decidedBy: orNull(Type.Object({ id: Id, nickname: Type.String() })),
  createTime: Instant,
  endTime: orNull(Instant),
}

const MoneyRequest = Type.Object(moneyRequest)
export type MoneyRequest = Static<typeof MoneyRequest>

/** Why somebody asks for it. */
export const RequestReason = freeText(200, 1)

/** What a second person says to it. */
export const Decision = Type.Object({ approve: Type.Boolean(), note: Type.Optional(freeText(200)) })
