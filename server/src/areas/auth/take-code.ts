import { ApiError } from '@paidang/api/catalogue/errors'
import type { Database } from '../../db/database.ts'
import { findFactor, takeRecoveryCode, takeStep } from './factor-queries.ts'
import { stepOf } from './one-time-code.ts'
import type { SecretBox } from './secret-box.ts'
import { areUsedUp, countFailureIn, purseOfCode, triesLeftOf } from './tries.ts'
import { forgetTries } from './tries-queries.ts'

/** How a recovery code is kept: without what people type between its letters. */
export function hashOfRecoveryCode(box: SecretBox, staffId: string, code: string): string {
  return box.hash(`${staffId}|${plainCode(code)}`)
}

const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

type Shown = { staffId: string; code: string | undefined; now: Date }

/**
 * Asks somebody of the staff who has a second factor for a code of it: of the authenticator app, or a recovery code. Each opens
 * one log-in.
 *
 * @throws ApiError factor_missing, factor_wrong, factor_unreadable, login_too_often
 * Source: decision record 027
 */
export async function takeCode(tx: Database, box: SecretBox, { staffId, code, now }: Shown): Promise<void> {
  const factor = await findFactor(tx, staffId)
  if (!factor) return
  if (code === undefined) throw new ApiError('factor_missing')
  const purse = purseOfCode(staffId)
  if (await areUsedUp(tx, [purse], now)) throw new ApiError('login_too_often')
  const plain = plainCode(code)
  const step = stepOf(openSecret(box, factor), plain, now)
  const isGood =
    step === undefined
      ? await takeRecoveryCode(tx, { staffId, codeHash: hashOfRecoveryCode(box, staffId, plain), now })
      : await takeStep(tx, staffId, step)
  if (!isGood) throw new ApiError('factor_wrong', { data: { staffId } })
  await forgetTries(tx, [purse.key])
}

/** @throws ApiError factor_unreadable when it was sealed under another secret of the server */
function openSecret(box: SecretBox, { sealedSecret }: { sealedSecret: string }): string {
  const secret = box.open(sealedSecret)
  if (secret === undefined) throw new ApiError('factor_unreadable')
  return secret
}

/** Counts a wrong code, after the transaction that it undid. @returns the refusal for its owner, as anything else as it is */
export async function countWrongCode(db: Database, error: unknown, now: Date): Promise<unknown> {
  if (!(error instanceof ApiError) || error.code !== 'factor_wrong') return error
  const { staffId } = error.data as { staffId: string }
  const [left] = await countFailureIn(db, [purseOfCode(staffId)], now)
  if (left && left.tries < 0) return new ApiError('login_too_often')
  return new ApiError('factor_wrong', { data: triesLeftOf(left) })
}
