import type { decryptPhone } from '@paidang/api/areas/auth'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../../db/database.ts'
import type { Sessions } from '../../../http/session.ts'
import { type PhoneProof, readPhone } from '../../ground/wechat/read-phone.ts'
import type { WechatClient } from '../../ground/wechat/wechat-client.ts'
import { beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { linkPhone } from './link-phone.ts'
import { linkWithRetry } from './link-with-retry.ts'
import { maskUsername } from './mask-username.ts'
import type { PhoneTickets } from './phone-ticket.ts'
import { findCredentialsOf } from './queries.ts'
import { savePhoneConflict } from './save-phone-conflict.ts'

type Parts = { wechat: WechatClient; sessions: Sessions; phoneTickets: PhoneTickets }

/**
 * Binds the phone number that WeChat vouches for to the caller. If the number is verified on another account, a caller
 * who only registered continues as that account. If another account only claims the number, the answer has a ticket
 * with which the caller settles whose it is.
 *
 * @throws ApiError phone_decryption_failed, phone_of_others
 * Source: specification §7 "Auth", decision record 017
 */
export async function bindPhone(
  db: Database,
  { wechat, sessions, phoneTickets }: Parts,
  { actorId, device, now, ...proof }: PhoneProof & { actorId: string; device: Device; now: Date },
): Promise<Data<typeof decryptPhone>> {
  const phone = await readPhone(db, { wechat, proof, actorId, now })
  const link = () =>
    db.transaction(async (tx) => {
      const linked = await linkPhone(tx, { phone, actorId, claim: 'ask', now })
      if (linked.kind === 'claimed') {
        const username = linked.username && maskUsername(linked.username)
        const passwordHash = (await findCredentialsOf(tx, actorId))?.passwordHash
        const ticket = phoneTickets.of({ userId: actorId, passwordHash, phone }, now)
        return { phone, logIn: null, claimed: { ticket, username } }
      }
      const logIn =
        linked.kind === 'became' ? await beginSession(tx, sessions, { userId: linked.userId, device, now }) : null
      return { phone, logIn, claimed: null }
    })
  return savePhoneConflict(db, { userId: actorId, phone, now }, () => linkWithRetry(link))
}
