import type { LogIn } from '@paidang/api/areas/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault, plainUsername, usernameFault } from '@paidang/domain/areas/auth/credentials'
import { REGISTRATIONS_PER_HOUR } from '@paidang/domain/areas/auth/session'
import { nicknameFault } from '@paidang/domain/areas/profile/nickname'
import { isMobile, plainPhone } from '@paidang/domain/kernel/phone'
import type { Database } from '../../../db/database.ts'
import { isUniqueViolation } from '../../../db/faults.ts'
import type { Sessions } from '../../../http/session.ts'
import type { Verdicts } from '../../ground/content/check-content.ts'
import { holdBack, oneValue, sortOut } from '../../ground/content/hold-content.ts'
import { insertCredentials, insertWebUser } from './account-queries.ts'
import { type Agreed, beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { hashPassword } from './password.ts'
import { addRegistration } from './queries.ts'

type Registration = { username: string; password: string; nickname: string; phone?: string }

type From = { device: Device; address: string; verdicts: Verdicts; now: Date }

/** The nickname of a new player while the chosen one waits for approval. */
const PLAIN_NICKNAME = '球友'

/**
 * Creates an account on the web, a player's without profile, and logs it in. The phone number is only claimed, and must
 * be free.
 *
 * @param db no transaction: an attempt stays counted although the call is refused
 * @throws ApiError username_missing, username_invalid, password_weak, a fault of the nickname, content_rejected,
 * phone_invalid, registrations_too_many, username_taken, phone_taken
 * Source: decision record 017
 */
export async function registerAccount(
  db: Database,
  sessions: Sessions,
  { device, address, agreementVersion, verdicts, now, ...form }: Registration & Agreed & From,
): Promise<LogIn> {
  const { username, password, nickname, phone } = checked(form)
  const sorted = sortOut({
    kind: 'user',
    submitted: { nickname: oneValue(nickname) },
    present: { nickname: [PLAIN_NICKNAME] },
    verdicts,
  })
  // Counted even when the call is refused, because "the name is taken" reveals something too.
  if ((await addRegistration(db, address, now)) > REGISTRATIONS_PER_HOUR) throw new ApiError('registrations_too_many')
  const passwordHash = await hashPassword(password)
  try {
    return await db.transaction(async (tx) => {
      const userId = await insertWebUser(tx, { nickname: sorted.applied.nickname?.[0] ?? PLAIN_NICKNAME, phone })
      await holdBack(tx, sorted, { objectId: userId, actorId: userId, now })
      await insertCredentials(tx, { userId, username, passwordHash })
      return beginSession(tx, sessions, { userId, device, agreementVersion, now })
    })
  } catch (error) {
    if (isUniqueViolation(error, 'credentials_username_unique')) throw new ApiError('username_taken')
    if (isUniqueViolation(error, 'users_phone')) throw new ApiError('phone_taken')
    throw error
  }
}

/**
 * The values of a form to store, with its texts trimmed. An empty phone becomes null. @throws ApiError with the first
 * fault
 */
function checked(form: Registration): { username: string; password: string; nickname: string; phone: string | null } {
  const nickname = form.nickname.trim()
  const phone = plainPhone(form.phone ?? '') || null
  const fault = usernameFault(form.username) ?? passwordFault(form.password) ?? nicknameFault(form.nickname)
  if (fault) throw new ApiError(fault)
  if (phone !== null && !isMobile(phone)) throw new ApiError('phone_invalid')
  return { username: plainUsername(form.username), password: form.password, nickname, phone }
}
