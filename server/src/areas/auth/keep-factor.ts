import { randomInt } from 'node:crypto'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { deleteFactor, insertFactor } from './factor-queries.ts'
import { stepOf } from './one-time-code.ts'
import type { SecretBox } from './secret-box.ts'
import { hashOfRecoveryCode } from './take-code.ts'
import { purseOfCode } from './tries.ts'
import { forgetTries } from './tries-queries.ts'

/** Codes that open one log-in each where the authenticator app is lost. */
const RECOVERY_CODES = 10
/** Without those that are taken for each other when read from paper. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF_LENGTH = 5

type First = { staffId: string; secret: string; code: string; now: Date }

/**
 * Gives an account of the staff a second factor, by a first code of its authenticator app.
 *
 * @returns the recovery codes, which nobody reads again
 * @throws ApiError factor_wrong, factor_active
 */
export async function keepFactor(
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

/** Takes the second factor from an account, and ends the pause after wrong codes; false when it had none. */
export async function removeFactor(tx: Database, staffId: string): Promise<boolean> {
  await forgetTries(tx, [purseOfCode(staffId).key])
  return deleteFactor(tx, staffId)
}

function recoveryCode(): string {
  const half = () => Array.from({ length: HALF_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `${half()}-${half()}`
}
