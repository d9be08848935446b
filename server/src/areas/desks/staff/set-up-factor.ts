import type { beginFactor as endpoint } from '@paidang/api/areas/staff-factor'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import type { StaffUser } from '../../../http/session.ts'
import type { SecretBox } from '../../../process/secret-box.ts'
import { recordAuditEvent } from '../../ground/audit-log/record-audit-event.ts'
import { guardLogIn } from '../../people/auth/guard-log-in.ts'
import { makeSecret, secretAddress } from '../../people/auth/one-time-code.ts'
import { saveFactor } from '../../people/auth/save-factor.ts'
import { accountOfStaff, limitOfOwn } from '../../people/auth/tries.ts'
import { endStaffSessions, findAccount } from './account-queries.ts'
import { nameOf } from './managed-account.ts'

/** The time from the QR code to the first code. */
const TICKET_MS = 600_000

/**
 * Creates a secret for the caller's authenticator app. Nothing is stored: the ticket contains the secret and its owner
 * sealed, for ten minutes and until the owner's password changes.
 *
 * @throws ApiError factor_active
 * Source: decision record 027
 */
export async function beginFactor(
  db: Database,
  box: SecretBox,
  { actor, now }: { actor: StaffUser; now: Date },
): Promise<Data<typeof endpoint>> {
  if (actor.hasFactor) throw new ApiError('factor_active')
  const { username, passwordHash } = await ownAccount(db, actor)
  const secret = makeSecret()
  const ticket = box.seal(`${now.getTime() + TICKET_MS} ${actor.id} ${secret} ${box.hash(passwordHash)}`)
  return { secret, address: secretAddress(secret, username), ticket }
}

type Confirming = { ticket: string; code: string; password: string; actor: StaffUser; now: Date }

/**
 * Activates the second factor of the caller, with their password and a first code. Their other log-ins end.
 *
 * @param db no transaction: a wrong password stays counted, with those of a change of password
 * @throws ApiError factor_ticket_expired, password_incorrect (data: triesLeft), login_too_often, factor_wrong,
 * factor_active
 * Source: decision record 027
 */
export async function confirmFactor(
  db: Database,
  box: SecretBox,
  { ticket, code, password, actor, now }: Confirming,
): Promise<{ recoveryCodes: string[] }> {
  const [until = '', ownerId, secret = '', passwordHash] = box.open(ticket)?.split(' ') ?? []
  const own = await ownAccount(db, actor)
  const isValid = Number(until) > now.getTime() && ownerId === actor.id && passwordHash === box.hash(own.passwordHash)
  if (!isValid) throw new ApiError('factor_ticket_expired')
  const attempt = { find: async () => own, limitsOf: () => limitOfOwn(accountOfStaff(actor.id)), password, now }
  return guardLogIn(db, { ...attempt, wrong: 'password_incorrect' }, async (tx) => {
    const recoveryCodes = await saveFactor(tx, box, { staffId: actor.id, secret, code, now })
    await endStaffSessions(tx, { staffId: actor.id, sparedId: actor.sessionId, now })
    const summary = `开启两步验证${nameOf(own)}`
    await recordAuditEvent(tx, { actorId: actor.id, action: 'staff.set-up-factor', objectId: actor.id, summary, now })
    return { recoveryCodes }
  })
}

async function ownAccount(db: Database, { id }: StaffUser) {
  const own = await findAccount(db, id)
  if (!own) throw new Error(`staff account ${id} is gone`)
  return own
}
