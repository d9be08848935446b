import type { beginFactor as endpoint } from '@paidang/api/areas/staff-factor'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import type { StaffUser } from '../../http/session.ts'
import { guardLogIn } from '../auth/guard-log-in.ts'
import { keepFactor } from '../auth/keep-factor.ts'
import { makeSecret, secretAddress } from '../auth/one-time-code.ts'
import type { SecretBox } from '../auth/secret-box.ts'
import { accountOfStaff, purseOfOwn } from '../auth/tries.ts'
import { endStaffSessions, findAccount } from './account-queries.ts'
import { nameOf } from './keep-account.ts'
import { recordDeed } from './record-deed.ts'

/** How long somebody has between the picture and their first code. */
const TICKET_MS = 600_000

/**
 * A secret for the caller's authenticator app. Nothing is kept: the ticket holds it sealed, for ten minutes.
 *
 * @throws ApiError factor_active
 * Source: decision record 027
 */
export async function beginFactor(
  db: Database,
  box: SecretBox,
  { by, now }: { by: StaffUser; now: Date },
): Promise<Data<typeof endpoint>> {
  if (by.hasFactor) throw new ApiError('factor_active')
  const { username } = await ownAccount(db, by)
  const secret = makeSecret()
  const ticket = box.seal(`${now.getTime() + TICKET_MS} ${secret}`)
  return { secret, address: secretAddress(secret, username), ticket }
}

type Confirming = { ticket: string; code: string; password: string; by: StaffUser; now: Date }

/**
 * The caller's second factor, by their password and a first code; they are logged out everywhere else.
 *
 * @param db no transaction: a wrong password stays counted, with those of a change of password
 * @throws ApiError factor_ticket_expired, password_incorrect (data: triesLeft), login_too_often, factor_wrong, factor_active
 * Source: decision record 027
 */
export async function confirmFactor(
  db: Database,
  box: SecretBox,
  { ticket, code, password, by, now }: Confirming,
): Promise<{ recoveryCodes: string[] }> {
  const [until = '', secret = ''] = box.open(ticket)?.split(' ') ?? []
  if (Number(until) <= now.getTime()) throw new ApiError('factor_ticket_expired')
  const own = await ownAccount(db, by)
  const attempt = { find: async () => own, pursesOf: () => purseOfOwn(accountOfStaff(by.id)), password, now }
  return guardLogIn(db, { ...attempt, wrong: 'password_incorrect' }, async (tx) => {
    const recoveryCodes = await keepFactor(tx, box, { staffId: by.id, secret, code, now })
    await endStaffSessions(tx, { staffId: by.id, sparedId: by.sessionId, now })
    const summary = `开启两步验证${nameOf(own)}`
    await recordDeed(tx, { by: by.id, action: 'staff.set-up-factor', objectId: by.id, summary, now })
    return { recoveryCodes }
  })
}

async function ownAccount(db: Database, { id }: StaffUser) {
  const own = await findAccount(db, id)
  if (!own) throw new Error(`staff account ${id} is gone`)
  return own
}
