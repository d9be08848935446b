import type { settlePhone as endpoint } from '@paidang/api/areas/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import type { Sessions } from '../../../http/session.ts'
import { beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { guardLogIn } from './guard-log-in.ts'
import { type Linked, linkPhone } from './link-phone.ts'
import { linkWithRetry } from './link-with-retry.ts'
import type { PhoneTickets } from './phone-ticket.ts'
import { findCredentials, findCredentialsOf } from './queries.ts'
import { savePhoneConflict } from './save-phone-conflict.ts'
import { accountOfUser, type LogInSource, limitsOfLogIn } from './tries.ts'
import { useUpPassword } from './use-up-password.ts'

type Parts = { sessions: Sessions; phoneTickets: PhoneTickets }
type Settling = { ticket: string; password?: string; actorId: string; source: LogInSource; device: Device; now: Date }

/**
 * Settles whose a number is that another account only claims. A caller who knows that account's password continues as
 * that account. Without a password the caller gets the number, because WeChat vouched for the caller. A repeat answers
 * the same.
 *
 * @param db no transaction: a wrong password stays counted
 * @throws ApiError phone_ticket_expired, login_wrong, login_too_often, one_time_password_used, phone_of_others
 * Source: decision record 017
 */
export async function settlePhone(
  db: Database,
  { sessions, phoneTickets }: Parts,
  { ticket, password, actorId, source, device, now }: Settling,
): Promise<Data<typeof endpoint>> {
  const passwordHash = (await findCredentialsOf(db, actorId))?.passwordHash
  const phone = phoneTickets.read(ticket, { userId: actorId, passwordHash }, now)
  if (phone === undefined) throw new ApiError('phone_ticket_expired')
  const answer = async (tx: Database, linked: Linked) => ({
    phone,
    logIn: linked.kind === 'became' ? await beginSession(tx, sessions, { userId: linked.userId, device, now }) : null,
  })

  const overrule = () =>
    db.transaction(async (tx) => answer(tx, await linkPhone(tx, { phone, actorId, claim: 'overrule', now })))
  const prove = (password: string) =>
    guardLogIn(
      db,
      {
        find: () => findCredentials(db, phone),
        limitsOf: (account) => limitsOfLogIn(phone, source, account && accountOfUser(account.userId)),
        password,
        now,
      },
      async (tx, account) => {
        await useUpPassword(tx, account, now)
        const linked = await linkPhone(tx, { phone, actorId, claim: { provenFor: account.userId }, now })
        // The number moved to a third account while the password was verified.
        if (linked.kind === 'claimed') throw new ApiError('phone_ticket_expired')
        return answer(tx, linked)
      },
    )
  return savePhoneConflict(db, { userId: actorId, phone, now }, () =>
    linkWithRetry(() => (password === undefined ? overrule() : prove(password))),
  )
}
