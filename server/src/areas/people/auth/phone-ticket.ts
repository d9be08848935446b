import { createSecretBox } from '../../../process/secret-box.ts'

/** The user who asked, with the hash of their password; without a password undefined. */
type Asker = { userId: string; passwordHash: string | undefined }
/** A number that its holder proved, how, and who asked. */
type Vouched = Asker & { phone: string; by: Way }
type Way = 'WECHAT' | 'CODE'

/** Creates and reads the tickets with which a user settles whose a number is. */
export type PhoneTickets = {
  of(vouched: Vouched, now: Date): string
  /**
   * Returns the number of a ticket and how it was proved, for the user to whom it was given. Undefined for another user, for an old ticket and
   * after a change of the user's password.
   */
  read(ticket: string, asker: Asker, now: Date): { phone: string; by: Way } | undefined
}

/** Source: decision record 017 */
const TICKET_MS = 600_000

/** Creates tickets that are sealed under one secret of the server, valid for ten minutes. Nothing is stored. */
export function createPhoneTickets(secret: string): PhoneTickets {
  const box = createSecretBox(secret, 'phone tickets')
  const given = ({ userId, passwordHash = '' }: Asker) => JSON.stringify([userId, passwordHash])
  return {
    of: (vouched, now) => box.seal([now.getTime() + TICKET_MS, vouched.phone, vouched.by, given(vouched)].join(' ')),

    read(ticket, asker, now) {
      const [, until, phone, by, to] = /^(\d+) (\S+) (WECHAT|CODE) (.*)$/s.exec(box.open(ticket) ?? '') ?? []
      if (phone === undefined || to !== given(asker) || Number(until) <= now.getTime()) return undefined
      return { phone, by: by === 'CODE' ? by : 'WECHAT' }
    },
  }
}
