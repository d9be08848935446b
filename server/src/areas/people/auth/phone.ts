import * as accounts from '@paidang/api/areas/desks/accounts'
import * as auth from '@paidang/api/areas/people/auth'
import { ApiError } from '@paidang/api/catalogue/errors'
import { linkOf } from '@paidang/domain/areas/people/auth/phone-linking'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../db/database.ts'
import { handle, plugin } from '../../../http/handle.ts'
import type { Handled } from '../../../http/serve.ts'
import { credentials, phoneConflicts } from '../../../tables/auth.ts'
import { users } from '../../../tables/identities.ts'
import { notify } from '../../ground/messages/notify.ts'
import { readPhone } from '../../ground/wechat/read-phone.ts'
import { maskedPhone } from '../profile/mask-phone.ts'
import { listCoachIds } from '../relations/student-relations.ts'
import { deviceOf } from './devices.ts'
import { deletePhoneConflict, dissolveUser, linkWithRetry, lockUsers, setPhone } from './merge-users.ts'
import { findCredentials, findCredentialsOf, guardLogIn, useUpPassword } from './password.ts'
import { beginSession, readSuspension } from './sessions.ts'
import { accountOfUser, limitsOfLogIn } from './tries.ts'

/** Masks a user name so that only its owner recognises it: the first two letters and the last one stay. */
export const maskedUsername = (username: string) => `${username.slice(0, 2)}***${username.slice(-1)}`

/**
 * Notifies a user who claimed a number that it is no longer theirs. Their coaches, who may have found them by it, are
 * notified too.
 */
export async function notifyPhoneTaken(
  tx: Database,
  { holder, phone }: { holder: { id: string; nickname: string }; phone: string },
): Promise<void> {
  const notice = { senderId: null, category: 'systemNotice' } as const
  const number = maskedPhone(phone)
  await notify(tx, {
    ...notice,
    receiverIds: [holder.id],
    title: '您的手机号已解除绑定',
    content: `${number} 已由另一个账号验证，不再绑定在您的账号上。请用用户名登录，也可以绑定其他手机号`,
    about: { kind: 'account', id: holder.id },
  })
  const receiverIds = await listCoachIds(tx, holder.id)
  if (receiverIds.length === 0) return
  await notify(tx, {
    ...notice,
    receiverIds,
    title: '学员的手机号是别人的',
    content: `${holder.nickname}登记的 ${number} 已由另一个账号验证。请核对这位学员是谁；真正的机主可以再按手机号查找、添加`,
    about: { kind: 'student', id: holder.id },
  })
}

type Linking = {
  phone: string
  actorId: string
  /** How the number was proved. */
  by: 'WECHAT' | 'CODE'
  /** What happens with an account that only claims the number: ask, take the number away, or trust its password. */
  claim: 'ask' | 'overrule' | { provenFor: string }
  now: Date
}

/** The result: the number is the caller's, the caller continues as its holder, or another account claims it. */
type Linked = { kind: 'own' } | { kind: 'became'; userId: string } | { kind: 'claimed'; username: string | null }

/** Why a number stays with its holder. Whoever has a code for it can log in there, unless an operator suspended it. */
async function ofOthers(tx: Database, holderId: string, { by, now }: Pick<Linking, 'by' | 'now'>): Promise<ApiError> {
  if (by === 'WECHAT' || (await readSuspension(tx, holderId, now))) return new ApiError('phone_of_others')
  const message = '该手机号已绑定其他账号。要用那个账号，请退出后用这个手机号登录；要合并两个账号，请联系客服'
  return new ApiError('phone_of_others', { message })
}

/**
 * Links a number that WeChat or a code proved with the caller, by the rule of linkOf. A user who loses a claimed number is
 * notified.
 */
async function linkPhone(tx: Database, { phone, actorId, by, claim, now }: Linking): Promise<Linked> {
  const locked = await lockUsers(tx, eq(users.id, actorId), eq(users.phone, phone))
  const caller = locked.find(({ id }) => id === actorId)
  const holder = locked.find((user) => user.phone === phone)
  if (!caller || caller.closedAt) throw new ApiError('session_expired')

  const isProven = typeof claim === 'object' && claim.provenFor === holder?.id
  const link = linkOf(
    { hasWechat: caller.openId !== null, comesByCode: by === 'CODE' },
    holder && {
      isCaller: holder.id === actorId,
      isVerified: holder.phoneVerified,
      isProven,
      hasWechat: holder.openId !== null,
    },
  )
  if (link === 'REFUSE' && holder) throw await ofOthers(tx, holder.id, { by, now })
  if (link === 'ASK' && holder && claim !== 'overrule') {
    const { userId, username } = credentials
    const [account] = await tx.select({ username }).from(credentials).where(eq(userId, holder.id))
    return { kind: 'claimed', username: account?.username ?? null }
  }
  if ((link === 'BECOME' || link === 'SWITCH') && holder) {
    const refused = await ofOthers(tx, holder.id, { by, now })
    const refusal = () => refused
    if (link === 'BECOME') await dissolveUser(tx, { from: caller, into: holder.id, takesWechat: true, refusal, now })
    await setPhone(tx, holder.id, { phone, phoneVerified: true })
    return { kind: 'became', userId: holder.id }
  }
  if (holder && holder.id !== actorId) {
    await setPhone(tx, holder.id, { phone: null, phoneVerified: false })
    await notifyPhoneTaken(tx, { holder, phone })
  }
  await setPhone(tx, actorId, { phone, phoneVerified: true })
  await deletePhoneConflict(tx, actorId)
  return { kind: 'own' }
}

/**
 * Links a proven number and answers what became of it. If another account only claims it, the answer has a ticket with
 * which the caller settles whose it is.
 */
export async function linkAndAnswer(
  tx: Database,
  { app, request, ...linking }: Omit<Linking, 'claim'> & Pick<Handled<typeof auth.decryptPhone>, 'app' | 'request'>,
) {
  const { phone, actorId, by, now } = linking
  const linked = await linkPhone(tx, { ...linking, claim: 'ask' })
  if (linked.kind === 'claimed') {
    const username = linked.username && maskedUsername(linked.username)
    const passwordHash = (await findCredentialsOf(tx, actorId))?.passwordHash
    const ticket = app.phoneTickets.of({ userId: actorId, passwordHash, phone, by }, now)
    return { logIn: null, claimed: { ticket, username } }
  }
  if (linked.kind === 'own') return { logIn: null, claimed: null }
  const { userId } = linked
  return { logIn: await beginSession(tx, app.sessions, { userId, device: deviceOf(request), now }), claimed: null }
}

/**
 * Links a number that WeChat or a code proved. If it stays with another account, this is recorded for support, which may
 * merge the two accounts. The record stays although the call is refused.
 */
export async function savePhoneConflict<T>(
  db: Database,
  { userId, phone, now }: { userId: string; phone: string; now: Date },
  link: () => Promise<T>,
): Promise<T> {
  try {
    return await linkWithRetry(link)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'phone_of_others') {
      await db
        .insert(phoneConflicts)
        .values({ userId, phone, createdAt: now })
        .onConflictDoUpdate({ target: phoneConflicts.userId, set: { phone, createdAt: now } })
    }
    throw error
  }
}

/**
 * Without a password the caller gets the number, because WeChat vouched for the caller. A repeat answers the same. No
 * transaction around it: a wrong password stays counted.
 */
async function settlePhone({
  body: { ticket, password },
  user: { id: actorId },
  db,
  now,
  app,
  request,
}: Handled<typeof accounts.settlePhone>) {
  const passwordHash = (await findCredentialsOf(db, actorId))?.passwordHash
  const vouched = app.phoneTickets.read(ticket, { userId: actorId, passwordHash }, now)
  if (!vouched) throw new ApiError('phone_ticket_expired')
  const { phone, by } = vouched
  const answer = async (tx: Database, linked: Linked) => {
    if (linked.kind !== 'became') return { phone, logIn: null }
    const { userId } = linked
    return { phone, logIn: await beginSession(tx, app.sessions, { userId, device: deviceOf(request), now }) }
  }
  const overrule = () =>
    db.transaction(async (tx) => answer(tx, await linkPhone(tx, { phone, actorId, by, claim: 'overrule', now })))
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
      const linked = await linkPhone(tx, { phone, actorId, by, claim: { provenFor: account.userId }, now })
      // The number moved to a third account while the password was verified.
      if (linked.kind === 'claimed') throw new ApiError('phone_ticket_expired')
      return answer(tx, linked)
    })
  }
  return savePhoneConflict(db, { userId: actorId, phone, now }, () =>
    password === undefined ? overrule() : prove(password),
  )
}

export default plugin([
  handle(auth.decryptPhone, async ({ body: proof, user: { id: actorId }, db, now, app, request }) => {
    const phone = await readPhone(db, { wechat: app.wechat, proof, actorId, now })
    const link = (tx: Database) => linkAndAnswer(tx, { phone, actorId, by: 'WECHAT', app, request, now })
    return { phone, ...(await savePhoneConflict(db, { userId: actorId, phone, now }, () => db.transaction(link))) }
  }),

  handle(accounts.settlePhone, settlePhone),
])
