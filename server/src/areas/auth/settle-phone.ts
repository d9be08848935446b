import type { settlePhone as endpoint } from '@paidang/api/areas/accounts'
import { ApiError } from '@paidang/api/catalogue/errors'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import type { Sessions } from '../../http/session.ts'
import { beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { guardLogIn } from './guard-log-in.ts'
import { keepContest } from './keep-contest.ts'
import { type Linked, linkPhone } from './link-phone.ts'
import { linkTwice } from './link-twice.ts'
import type { PhoneTickets } from './phone-ticket.ts'
import { findCredentials } from './queries.ts'
import { accountOfUser, type LogInSource, pursesOfLogIn } from './tries.ts'
import { useUpPassword } from './use-up-password.ts'

type Parts = { sessions: Sessions; phoneTickets: PhoneTickets }
type Settling = { ticket: string; password?: string; by: string; source: LogInSource; device: Device; now: Date }

/**
 * Settles whose a number is that another account only claims: who knows its password goes on as that account, without one the
 * number is the caller's, for whom WeChat vouched. Again answers the same.
 *
 * @param db no transaction: a wrong password stays counted
 * @throws ApiError phone_ticket_expired, login_wrong, login_too_often, one_time_password_used, phone_of_others
 * Source: decision record 017
 */
export async function settlePhone(
  db: Database,
  { sessions, phoneTickets }: Parts,
  { ticket, password, by, source, device, now }: Settling,
): Promise<Data<typeof endpoint>> {
  const phone = phoneTickets.read(ticket, { userId: by, now })
  if (phone === undefined) throw new ApiError('phone_ticket_expired')
  const answer = async (tx: Database, linked: Linked) => ({
    phone,
    logIn: linked.kind === 'became' ? await beginSession(tx, sessions, { userId: linked.userId, device, now }) : null,
  })

  const overrule = () =>
    db.transaction(async (tx) => answer(tx, await linkPhone(tx, { phone, by, claim: 'overrule', now })))
  const prove = (password: string) =>
    guardLogIn(
      db,
      {
        find: () => findCredentials(db, phone),
        pursesOf: (account) => pursesOfLogIn(phone, source, account && accountOfUser(account.userId)),
        password,
        now,
      },
      async (tx, account) => {
        await useUpPassword(tx, account, now)
        const linked = await linkPhone(tx, { phone, by, claim: { provenFor: account.userId }, now })
        // The number went on to a third account while the password was looked at.
        if (linked.kind === 'claimed') throw new ApiError('phone_ticket_expired')
        return answer(tx, linked)
      },
    )
  return keepContest(db, { userId: by, phone, now }, () =>
    linkTwice(() => (password === undefined ? overrule() : prove(password))),
  )
}
