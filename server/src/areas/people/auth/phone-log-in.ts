import * as accounts from '@paidang/api/areas/desks/accounts'
import * as api from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { passwordFault } from '@paidang/domain/areas/people/auth/credentials'
import { entryOf } from '@paidang/domain/areas/people/auth/phone-code'
import type { Day } from '@paidang/domain/kernel/day'
import { and, eq } from 'drizzle-orm'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import { networkOf } from '../../../http/network-of.ts'
import type { Handled } from '../../../http/serve.ts'
import type { Sessions } from '../../../http/session.ts'
import { credentials } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { changePassword } from './account.ts'
import { deviceOf } from './devices.ts'
import { linkWithRetry, setPhone } from './merge-users.ts'
import {
  findCredentials,
  findCredentialsOf,
  forgiveUserFailures,
  guardLogIn,
  useUpPassword,
  withPassword,
} from './password.ts'
import { linkAndAnswer, maskedUsername, notifyPhoneTaken, savePhoneConflict } from './phone.ts'
import { mobileOf, withPhoneCode } from './phone-codes.ts'
import { beginSession } from './sessions.ts'
import { accountOfUser, limitsOfLogIn } from './tries.ts'

/** The nickname of an account that began with its number, until its owner says another. */
const NEW_NICKNAME = '新球友'

/** Whose ticket a person without an account gets. */
const NOBODY = { userId: '', passwordHash: undefined }

type Entering = {
  phone: string
  sessions: Sessions
  request: FastifyRequest
  agreementVersion: Day | undefined
  now: Date
}

/** Reads and locks the account that has a number. */
async function lockHolder(tx: Database, phone: string) {
  const { id, nickname, phoneVerified: isVerified } = users
  const [holder] = await tx.select({ id, nickname, isVerified }).from(users).where(eq(users.phone, phone)).for('update')
  return holder
}

async function enter(tx: Database, userId: string, { sessions, request, agreementVersion, now }: Entering) {
  return beginSession(tx, sessions, { userId, device: deviceOf(request), agreementVersion, now })
}

/** Makes an account of a proven number, which is a player's without profile, and logs it in. */
async function create(tx: Database, entering: Entering) {
  const user = { nickname: NEW_NICKNAME, phone: entering.phone, phoneVerified: true }
  const [made] = await tx.insert(users).values(user).returning({ id: users.id })
  if (!made) throw new Error('insert returned no row')
  return { logIn: await enter(tx, made.id, entering), isNew: true }
}

/** Lets the browser be known to the account, as after a log-in by password. */
function remember<T extends { logIn: api.LogIn | null }>(
  answer: T,
  { app, request, reply }: Pick<Handled<typeof api.phoneLogIn>, 'app' | 'request'> & { reply: FastifyReply },
): T {
  if (answer.logIn) app.deviceCookies.remember(request, reply, accountOfUser(answer.logIn.userInfo.userId))
  return answer
}

/**
 * The account that proved the number goes on; where nobody has it, there is a new one. Where an account only claims it,
 * the answer has a ticket, and its password says whose it is.
 */
async function phoneLogIn(handled: Handled<typeof api.phoneLogIn>) {
  const { body, db, now, app, request } = handled
  const phone = mobileOf(body.phone)
  const entering = { phone, sessions: app.sessions, request, agreementVersion: body.agreementVersion, now }
  const proof = { phone, code: body.code, address: networkOf(request.ip), app, now }
  const answer = await linkWithRetry(() =>
    withPhoneCode(db, proof, async (tx) => {
      const holder = await lockHolder(tx, phone)
      const entry = entryOf(holder)
      if (entry === 'CREATE' || !holder) return { ...(await create(tx, entering)), claimed: null }
      if (entry === 'ENTER') return { logIn: await enter(tx, holder.id, entering), isNew: false, claimed: null }
      const account = await findCredentialsOf(tx, holder.id)
      const username = account ? maskedUsername(account.username) : null
      return {
        logIn: null,
        isNew: false,
        claimed: { ticket: app.phoneTickets.of({ ...NOBODY, phone, by: 'CODE' }, now), username },
      }
    }),
  )
  return remember(answer, handled)
}

/**
 * With the password of the account that claims the number, it is that account's for good. Without it the number goes to
 * a new account, and who loses it is told. No transaction around it: a wrong password stays counted.
 */
async function settlePhoneLogIn(handled: Handled<typeof api.settlePhoneLogIn>) {
  const { body, db, now, app, request } = handled
  const vouched = app.phoneTickets.read(body.ticket, NOBODY, now)
  if (!vouched) throw new ApiError('phone_ticket_expired')
  const { phone } = vouched
  const entering = { phone, sessions: app.sessions, request, agreementVersion: body.agreementVersion, now }
  const overrule = (tx: Database) =>
    (async () => {
      const holder = await lockHolder(tx, phone)
      if (holder && entryOf(holder) === 'ENTER') return { logIn: await enter(tx, holder.id, entering), isNew: false }
      if (holder) {
        await setPhone(tx, holder.id, { phone: null, phoneVerified: false })
        await notifyPhoneTaken(tx, { holder, phone })
      }
      return create(tx, entering)
    })()
  const source = app.deviceCookies.sourceOf(request)
  const prove = (password: string) => {
    const attempt = {
      find: () => findCredentials(db, phone),
      limitsOf: (account: { userId: string } | undefined) =>
        limitsOfLogIn(phone, source, account && accountOfUser(account.userId)),
      password,
      now,
    }
    return guardLogIn(db, attempt, async (tx, account) => {
      await useUpPassword(tx, account, now)
      const holder = await lockHolder(tx, phone)
      // The number moved to another account while the password was verified.
      if (holder?.id !== account.userId) throw new ApiError('phone_ticket_expired')
      await setPhone(tx, holder.id, { phone, phoneVerified: true })
      return { logIn: await enter(tx, holder.id, entering), isNew: false }
    })
  }
  const { password } = body
  const answer = await linkWithRetry(() => (password === undefined ? db.transaction(overrule) : prove(password)))
  return remember(answer, handled)
}

/** Sets another password for the account that proved the number before, and logs it in here alone. */
async function resetPassword(handled: Handled<typeof accounts.resetPassword>) {
  const { body, db, now, app, request } = handled
  const weak = passwordFault(body.newPassword)
  if (weak) throw new ApiError(weak)
  const phone = mobileOf(body.phone)
  const proof = { phone, code: body.code, address: networkOf(request.ip), app, now }
  const logIn = await withPhoneCode(db, proof, async (tx) => {
    const [account] = await tx
      .select({ userId: users.id, username: credentials.username })
      .from(users)
      .innerJoin(credentials, eq(credentials.userId, users.id))
      .where(and(eq(users.phone, phone), eq(users.phoneVerified, true)))
      .for('no key update', { of: users })
    if (!account) throw new ApiError('phone_account_missing')
    await changePassword(tx, { userId: account.userId, newPassword: body.newPassword, now })
    await forgiveUserFailures(tx, account)
    return beginSession(tx, app.sessions, { userId: account.userId, device: deviceOf(request), now })
  })
  return remember({ logIn }, handled).logIn
}

/**
 * Proves the caller's number. A number that the account did not have before needs its password, since who holds the
 * number comes into the account from then on.
 */
async function verifyPhone({ body, user, db, now, app, request }: Handled<typeof accounts.verifyPhone>) {
  const phone = mobileOf(body.phone)
  const [own] = await db.select({ phone: users.phone }).from(users).where(eq(users.id, user.id))
  if (own?.phone !== phone) {
    await withPassword(db, { userId: user.id, password: body.password, now }, async () => undefined)
  }
  const proof = { phone, code: body.code, address: networkOf(request.ip), app, now }
  return savePhoneConflict(db, { userId: user.id, phone, now }, () =>
    withPhoneCode(db, proof, (tx) => linkAndAnswer(tx, { phone, actorId: user.id, by: 'CODE', app, request, now })),
  )
}

export default plugin([
  handle(api.phoneLogIn, phoneLogIn),
  handle(api.settlePhoneLogIn, settlePhoneLogIn),
  handle(accounts.resetPassword, resetPassword),
  handle(accounts.verifyPhone, verifyPhone),
])
