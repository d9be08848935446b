import { ApiError } from '@paidang/api/catalogue/errors'
import { linkOf } from '@paidang/domain/areas/auth/phone-linking'
import type { Database } from '../../../db/database.ts'
import { notify } from '../../ground/messages/notify.ts'
import { maskedPhone } from '../profile/mask-phone.ts'
import { listCoachIds } from '../relations/student-relations.ts'
import { dissolveUser } from './dissolve-user.ts'
import { deletePhoneConflict, findUsername, lockForPhone, setPhone } from './link-queries.ts'

type Linking = {
  phone: string
  actorId: string
  /** What happens with an account that only claims the number: ask, take the number away, or trust its password. */
  claim: 'ask' | 'overrule' | { provenFor: string }
  now: Date
}

/** The result: the number is the caller's, the caller continues as its holder, or another account claims it. */
export type Linked = { kind: 'own' } | { kind: 'became'; userId: string } | { kind: 'claimed'; username: string | null }

/**
 * Links a number that WeChat vouched for with the caller, by the rule of linkOf. A user who loses a claimed number is
 * notified.
 *
 * @throws ApiError phone_of_others, session_expired when the caller is gone
 * Source: decision record 017
 */
export async function linkPhone(tx: Database, { phone, actorId, claim, now }: Linking): Promise<Linked> {
  const locked = await lockForPhone(tx, { userId: actorId, phone })
  const caller = locked.find(({ id }) => id === actorId)
  const holder = locked.find((user) => user.phone === phone)
  if (!caller || caller.closedAt) throw new ApiError('session_expired')

  const isProven = typeof claim === 'object' && claim.provenFor === holder?.id
  const link = linkOf(
    { hasWechat: caller.openId !== null },
    holder && {
      isCaller: holder.id === actorId,
      isVerified: holder.phoneVerified || isProven,
      hasWechat: holder.openId !== null,
    },
  )
  if (link === 'REFUSE') throw new ApiError('phone_of_others')
  if (link === 'ASK' && holder && claim !== 'overrule') {
    return { kind: 'claimed', username: (await findUsername(tx, holder.id)) ?? null }
  }
  if (link === 'BECOME' && holder) {
    const refusal = () => new ApiError('phone_of_others')
    await dissolveUser(tx, { from: caller, into: holder.id, takesWechat: true, refusal, now })
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
 * Notifies a user who claimed a number that it is no longer theirs. Their coaches, who may have found them by it, are
 * notified too.
 */
async function notifyPhoneTaken(
  tx: Database,
  { holder, phone }: { holder: { id: string; nickname: string }; phone: string },
): Promise<void> {
  const notice = { senderId: null, category: 'systemNotice' } as const
  const number = maskedPhone(phone)
  await notify(tx, {
    ...notice,
    receiverIds: [holder.id],
    title: '您的手机号已解除绑定',
    content: `${number} 已由另一个账号通过微信验证，不再绑定在您的账号上。请用用户名登录，也可以绑定其他手机号`,
    about: { kind: 'account', id: holder.id },
  })
  const receiverIds = await listCoachIds(tx, holder.id)
  if (receiverIds.length === 0) return
  await notify(tx, {
    ...notice,
    receiverIds,
    title: '学员的手机号是别人的',
    content: `${holder.nickname}登记的 ${number} 已由另一个账号通过微信验证。请核对这位学员是谁；真正的机主可以再按手机号查找、添加`,
    about: { kind: 'student', id: holder.id },
  })
}
