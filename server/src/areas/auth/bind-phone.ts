import type { decryptPhone } from '@paidang/api/areas/auth'
import type { Data } from '@paidang/api/endpoint'
import type { Database } from '../../db/database.ts'
import type { Sessions } from '../../http/session.ts'
import { type PhoneProof, readPhone } from '../wechat/read-phone.ts'
import type { WechatClient } from '../wechat/wechat-client.ts'
import { beginSession } from './begin-session.ts'
import type { Device } from './device-of.ts'
import { keepContest } from './keep-contest.ts'
import { linkPhone } from './link-phone.ts'
import { linkTwice } from './link-twice.ts'
import { maskUsername } from './mask-username.ts'
import type { PhoneTickets } from './phone-ticket.ts'

type Parts = { wechat: WechatClient; sessions: Sessions; phoneTickets: PhoneTickets }

/**
 * The caller's number as WeChat vouches for it, which is his from now on; or he goes on as the account that has it; or he is
 * asked whose it is, and has a ticket for the answer.
 *
 * @throws ApiError phone_decryption_failed, phone_of_others
 * Source: specification §7 "Auth", decision record 017
 */
export async function bindPhone(
  db: Database,
  { wechat, sessions, phoneTickets }: Parts,
  { by, device, now, ...proof }: PhoneProof & { by: string; device: Device; now: Date },
): Promise<Data<typeof decryptPhone>> {
  const phone = await readPhone(db, { wechat, proof, by, now })
  const link = () =>
    db.transaction(async (tx) => {
      const linked = await linkPhone(tx, { phone, by, claim: 'ask', now })
      if (linked.kind === 'claimed') {
        const username = linked.username && maskUsername(linked.username)
        return { phone, logIn: null, claimed: { ticket: phoneTickets.of({ userId: by, phone }, now), username } }
      }
      const logIn =
        linked.kind === 'became' ? await beginSession(tx, sessions, { userId: linked.userId, device, now }) : null
      return { phone, logIn, claimed: null }
    })
  return keepContest(db, { userId: by, phone, now }, () => linkTwice(link))
}
