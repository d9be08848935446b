import { randomInt } from 'node:crypto'
import * as api from '@paidang/api/areas/desks/staff-factor'
import { ApiError } from '@paidang/api/catalogue/errors'
import { and, eq, isNull, lt } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import type { SecretBox } from '../../../process/secret-box.ts'
import { staffFactors, staffRecoveryCodes } from '../../../tables/auth.ts'
import { recordAuditEvent } from '../../ground/audit-log/audit-log.ts'
import { guardLogIn } from '../../people/auth/password.ts'
import {
  accountOfStaff,
  areUsedUp,
  countFailureIn,
  forgetTries,
  limitOfCode,
  limitOfOwn,
  triesLeftOf,
} from '../../people/auth/tries.ts'
import { endStaffSessions, findAccount, lockManaged, nameOf, ownAccount, presentAccount } from './account-rows.ts'
import { makeSecret, secretAddress, stepOf } from './one-time-code.ts'

/** Recovery codes replace a lost authenticator app. Each opens one log-in. */
const RECOVERY_CODES = 10
/** Without characters that are easily confused on paper. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz23456789'
const HALF_LENGTH = 5

function recoveryCode(): string {
  const half = () => Array.from({ length: HALF_LENGTH }, () => SIGNS[randomInt(SIGNS.length)]).join('')
  return `${half()}-${half()}`
}

const isUnusedOf = (staffId: string) => and(eq(staffRecoveryCodes.staffId, staffId), isNull(staffRecoveryCodes.usedAt))

/** Spaces, hyphens and capitals of a code do not matter. */
const plainCode = (code: string) => code.replace(/[\s-]/g, '').toLowerCase()

function hashOfRecoveryCode(box: SecretBox, staffId: string, code: string): string {
  return box.hash(`${staffId}|${plainCode(code)}`)
}

async function findFactor(db: Database, staffId: string): Promise<typeof staffFactors.$inferSelect | undefined> {
  const [row] = await db.select().from(staffFactors).where(eq(staffFactors.staffId, staffId))
  return row
}

/**
 * Uses up a code of an account: that of a half-minute, or a recovery code. Returns false when it is wrong or used. A
 * code of a half-minute is also used when a later one is.
 *
 * @throws ApiError factor_unreadable when the factor was sealed under another secret of the server
 */
async function useUpCode(
  tx: Database,
  box: SecretBox,
  {
    factor: { staffId, sealedSecret },
    code,
    now,
  }: { factor: typeof staffFactors.$inferSelect; code: string; now: Date },
): Promise<boolean> {
  const secret = box.open(sealedSecret)
  if (secret === undefined) throw new ApiError('factor_unreadable')
  const step = stepOf(secret, plainCode(code), now)
  if (step !== undefined) {
    const isNew = and(eq(staffFactors.staffId, staffId), lt(staffFactors.lastStep, step))
    const { rowCount } = await tx.update(staffFactors).set({ lastStep: step }).where(isNew)
    return rowCount === 1
  }
  const isGood = and(isUnusedOf(staffId), eq(staffRecoveryCodes.codeHash, hashOfRecoveryCode(box, staffId, code)))
  const { rowCount } = await tx.update(staffRecoveryCodes).set({ usedAt: now }).where(isGood)
  return rowCount === 1
}

/**
 * Verifies the second factor of a staff member, if there is one. `code` comes from the authenticator app, or is a
 * recovery code. Each code opens one log-in.
 *
 * @throws ApiError factor_missing, factor_wrong, factor_unreadable, login_too_often
 * Source: decision record 027
 */
export async function takeCode(
  tx: Database,
  box: SecretBox,
  { staffId, code, now }: { staffId: string; code: string | undefined; now: Date },
): Promise<void> {
  const factor = await findFactor(tx, staffId)
  if (!factor) return
  if (code === undefined) throw new ApiError('factor_missing')
  const limits = [limitOfCode(staffId)]
  if (await areUsedUp(tx, limits, now)) throw new ApiError('login_too_often')
  if (!(await useUpCode(tx, box, { factor, code, now }))) throw new ApiError('factor_wrong', { data: { staffId } })
  await forgetTries(tx, limits)
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

/** The time from the QR code to the first code. */
const TICKET_MS = 600_000

/**
 * Activates the second factor of the caller, with their password and a first code. Their other log-ins end. The recovery
 * codes cannot be read again. No transaction around it: a wrong password stays counted, with those of a change of
 * password.
 */
async function confirmFactor({
  body: { ticket, code, password },
  staff,
  db,
  now,
  app: { factorBox: box },
}: Handled<typeof api.confirmFactor>) {
  const { id: staffId, sessionId: sparedId } = ownAccount(staff)
  const [until = '', ownerId, secret = '', passwordHash] = box.open(ticket)?.split(' ') ?? []
  const own = await findAccount(db, staffId)
  const isValid = Number(until) > now.getTime() && ownerId === staffId && passwordHash === box.hash(own.passwordHash)
  if (!isValid) throw new ApiError('factor_ticket_expired')
  const attempt = {
    find: async () => own,
    limitsOf: () => limitOfOwn(accountOfStaff(staffId)),
    password,
    wrong: 'password_incorrect' as const,
    now,
  }
  return guardLogIn(db, attempt, async (tx) => {
    const lastStep = stepOf(secret, code.replace(/\s/g, ''), now)
    if (lastStep === undefined) throw new ApiError('factor_wrong')
    const recoveryCodes = Array.from({ length: RECOVERY_CODES }, recoveryCode)
    const made = await tx
      .insert(staffFactors)
      .values({ staffId, sealedSecret: box.seal(secret), lastStep, createdAt: now })
      .onConflictDoNothing()
      .returning()
    if (made.length === 0) throw new ApiError('factor_active')
    const hashes = recoveryCodes.map((one) => ({ codeHash: hashOfRecoveryCode(box, staffId, one), staffId }))
    await tx.insert(staffRecoveryCodes).values(hashes)
    await endStaffSessions(tx, { staffId, sparedId, now })
    const summary = `开启两步验证${nameOf(own)}`
    await recordAuditEvent(tx, { actorId: staffId, action: 'staff.set-up-factor', objectId: staffId, summary, now })
    return { recoveryCodes }
  })
}

export default plugin([
  handle(api.readFactor, async ({ staff, db, app }) => {
    const { id, role } = ownAccount(staff)
    const factor = await findFactor(db, id)
    return {
      since: factor?.createdAt.toISOString() ?? null,
      recoveryCodesLeft: factor ? await db.$count(staffRecoveryCodes, isUnusedOf(id)) : 0,
      isDemanded: app.sessions.lacksFactor({ role, hasFactor: false }),
    }
  }),

  // Nothing is stored: the ticket contains the secret and its owner sealed, for ten minutes and until the owner's
  // password changes.
  handle(api.beginFactor, async ({ staff, db, now, app }) => {
    const actor = ownAccount(staff)
    if (actor.hasFactor) throw new ApiError('factor_active')
    const { username, passwordHash } = await findAccount(db, actor.id)
    const secret = makeSecret()
    const ticket = app.factorBox.seal(
      `${now.getTime() + TICKET_MS} ${actor.id} ${secret} ${app.factorBox.hash(passwordHash)}`,
    )
    return { secret, address: secretAddress(secret, username), ticket }
  }),

  handle(api.confirmFactor, confirmFactor),

  // For an owner who lost it. Ends their log-ins, and the pause after wrong codes. An account without one is unchanged.
  handle(api.resetFactor, ({ params: { id: staffId }, body: { revision: seen }, staff: actor, db, now }) =>
    db.transaction(async (tx) => {
      const account = await lockManaged(tx, { staffId, seen, actor, now }, 'reset')
      await forgetTries(tx, [limitOfCode(staffId)])
      const { rowCount } = await tx.delete(staffFactors).where(eq(staffFactors.staffId, staffId))
      if (rowCount) {
        await endStaffSessions(tx, { staffId, now })
        const summary = `重置员工两步验证${nameOf(account)}`
        await recordAuditEvent(tx, { actorId: actor.id, action: 'staff.reset-factor', objectId: staffId, summary, now })
      }
      return presentAccount(await findAccount(tx, staffId))
    }),
  ),
])
