import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../../db/database.ts'
import type { SecretBox } from '../../../process/secret-box.ts'
import { findFactor, takeRecoveryCode, takeStep } from './factor-queries.ts'
import { stepOf } from './one-time-code.ts'
import { areUsedUp, countFailureIn, limitOfCode, triesLeftOf } from './tries.ts'
import { forgetTries } from './tries-queries.ts'

/** The hash of a recovery code. Spaces, hyphens and capitals do not matter. */
export function hashOfRecoveryCode(box: SecretBox, staffId: string, code: string): string {
  return box.hash(`${staffId}|${plainCode(code)}`)
}

const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

type Shown = { staffId: string; code: string | undefined; now: Date }

/**
 * Verifies the second factor of a staff member, if there is one. `code` comes from the authenticator app, or is a
 * recovery code. Each code opens one log-in.
 *
 * @throws ApiError factor_missing, factor_wrong, factor_unreadable, login_too_often
 * Source: decision record 027
 */
export async function takeCode(tx: Database, box: SecretBox, { staffId, code, now }: Shown): Promise<void> {
  const factor = await findFactor(tx, staffId)
  if (!factor) return
  if (code === undefined) throw new ApiError('factor_missing')
  const limit = limitOfCode(staffId)
  if (await areUsedUp(tx, [limit], now)) throw new ApiError('login_too_often')
  const plain = plainCode(code)
  const step = stepOf(openSecret(box, factor), plain, now)
  const isGood =
    step === undefined
      ? await takeRecoveryCode(tx, { staffId, codeHash: hashOfRecoveryCode(box, staffId, plain), now })
      : await takeStep(tx, staffId, step)
  if (!isGood) throw new ApiError('factor_wrong', { data: { staffId } })
  await forgetTries(tx, [limit.key])
}

/** @throws ApiError factor_unreadable when it was sealed under another secret of the server */
function openSecret(box: SecretBox, { sealedSecret }: { sealedSecret: string }): string {
  const secret = box.open(sealedSecret)
  if (secret === undefined) throw new ApiError('factor_unreadable')
  return secret
}

/**
 * Counts a wrong code, after its transaction was rolled back.
 *
 * @returns the refusal for a wrong code; any other error unchanged
 */
export async function countWrongCode(db: Database, error: unknown, now: Date): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'factor_wrong') return error
  const { staffId } = error.data as { staffId: string }
  const [left] = await countFailureIn(db, [limitOfCode(staffId)], now)
  if (left && left.tries < 0) return new ApiError('login_too_often')
  return new ApiError('factor_wrong', { data: triesLeftOf(left) })
}
