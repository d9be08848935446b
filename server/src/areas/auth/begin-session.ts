import type { LogIn } from '@paidang/api/areas/auth'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/auth/agreement'
import type { Day } from '@paidang/domain/kernel/day'
import type { Database } from '../../db/database.ts'
import type { Sessions } from '../../http/session.ts'
import { insertConsent } from './consent-queries.ts'
import type { Device } from './device-of.ts'
import { issueTokens } from './issue-tokens.ts'
import { insertSession } from './queries.ts'

/** The agreements that somebody agreed to with a log-in. */
export type Agreed = { agreementVersion?: Day | undefined }

type Beginning = Agreed & { userId: string; device: Device; now: Date }

/**
 * Logs a user in on a device: a session of its own, with its first pair of tokens. `agreementVersion` is what they agreed to with
 * it, if this log-in asked.
 */
export async function beginSession(
  tx: Database,
  sessions: Sessions,
  { userId, device, agreementVersion, now }: Beginning,
): Promise<LogIn> {
  const sessionId = await insertSession(tx, { userId, now, ...device })
  // Nobody can have read a version that is to come.
  const isKnown = agreementVersion !== undefined && agreementVersion <= AGREEMENT_VERSION
  if (isKnown) await insertConsent(tx, { userId, version: agreementVersion, now })
  return issueTokens(tx, sessions, { userId, sessionId, now })
}
