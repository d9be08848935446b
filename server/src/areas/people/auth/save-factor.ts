import { randomInt } from 'node:crypto'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { SecretBox } from '../../../process/secret-box.ts'
import { deleteFactor, insertFactor } from './factor-queries.ts'
import { stepOf } from './one-time-code.ts'
import { hashOfRecoveryCode } from './take-code.ts'
import { limitOfCode } from './tries.ts'
import { forgetTries } from './tries-queries.ts'

/** Recovery codes replace a lost authenticator app. Each opens one log-in. */
const RECOVERY_CODES = 10
/** Without characters that are easily confused on paper. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF_LENGTH = 5

type First = { staffId: string; secret: string; code: string; now: Date }

/**
 * Gives a staff account a second factor, proved by a first code of its authenticator app.
 *
 * @returns the recovery codes, which cannot be read again
 * @throws ApiError factor_wrong, factor_active
 */
export async function saveFactor(
  tx: Database,
  box: SecretBox,
  { staffId, secret, code, now }: First,
): Promise<string[]> {
  const lastStep = stepOf(secret, code.replace(/\s/g, ''), now)
  if (lastStep === undefined) throw new ApiError('factor_wrong')
  const codes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
  const factor = { staffId, sealedSecret: box.seal(secret), lastStep, createdAt: now }
  const hashes = codes.map((one) => hashOfRecoveryCode(box, staffId, one))
  if (!(await insertFactor(tx, factor, hashes))) throw new ApiError('factor_active')
  return codes
}

/** Removes the second factor of an account, and ends the pause after wrong codes. Returns false when it had none. */
export async function removeFactor(tx: Database, staffId: string): Promise<boolean> {
  await forgetTries(tx, [limitOfCode(staffId).key])
  return deleteFactor(tx, staffId)
}

function recoveryCode(): string {
  const half = () => Array.from({ length: HALF_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `${half()}-${half()}`
}
