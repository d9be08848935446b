import type { LogIn } from '@paidang/api/areas/auth'
import { AGREEMENT_VERSION } from '@paidang/domain/areas/auth/agreement'
import type { Day } from '@paidang/domain/kernel/day'
import type { Database } from '../../../db/database.ts'
import type { Sessions } from '../../../http/session.ts'
import { insertConsent } from './consent-queries.ts'
import type { Device } from './device-of.ts'
import { issueTokens } from './issue-tokens.ts'
import { insertSession } from './queries.ts'

/** The version of the agreements that a user accepts with a log-in. */
export type Agreed = { agreementVersion?: Day | undefined }

type Beginning = Agreed & { userId: string; device: Device; now: Date }

/**
 * Logs a user in on a device, with a new session and its first pair of tokens. `agreementVersion` is the version that
 * the user accepts, if this log-in asked for it.
 */
export async function beginSession(
  tx: Database,
  sessions: Sessions,
  { userId, device, agreementVersion, now }: Beginning,
): Promise<LogIn> {
  const sessionId = await insertSession(tx, { userId, now, ...device })
  // A future version cannot have been read, so it is not recorded.
  const isKnown = agreementVersion !== undefined && agreementVersion <= AGREEMENT_VERSION
  if (isKnown) await insertConsent(tx, { userId, version: agreementVersion, now })
  return issueTokens(tx, sessions, { userId, sessionId, now })
}
