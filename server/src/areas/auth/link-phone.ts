import { ApiError } from '@paidang/api/catalogue/errors'
import { linkOf } from '@paidang/domain/areas/auth/phone-linking'
import type { Database } from '../../db/database.ts'
import { tell } from '../messages/tell.ts'
import { maskedPhone } from '../profile/mask-phone.ts'
import { listCoachIds } from '../relations/list-coach-ids.ts'
import { dissolveUser } from './dissolve-user.ts'
import { deleteContest, findUsername, lockForPhone, setPhone } from './link-queries.ts'

type Linking = {
  phone: string
  by: string
  /** What is done about an account that only claims the number: ask, take the number away, or believe who knows its password. */
  claim: 'ask' | 'overrule' | { provenFor: string }
  now: Date
}

/** What became of the number: it is the caller's, the caller is its holder from now on, or it must be asked whose it is. */
export type Linked = { kind: 'own' } | { kind: 'became'; userId: string } | { kind: 'claimed'; username: string | null }

/**
 * Links a number that WeChat vouched for with the caller, as the rule of linkOf says. Whose claim is overruled is told.
 *
 * @throws ApiError phone_of_others, session_expired when the caller is gone
 * Source: decision record 017
 */
export async function linkPhone(tx: Database, { phone, by, claim, now }: Linking): Promise<Linked> {
  const locked = await lockForPhone(tx, { userId: by, phone })
  const caller = locked.find(({ id }) => id === by)
  const holder = locked.find((user) => user.phone === phone)
  if (!caller || caller.closedAt) throw new ApiError('session_expired')

  const isProven = typeof claim === 'object' && claim.provenFor === holder?.id
  const link = linkOf(
    { hasWechat: caller.openId !== null },
    holder && {
      isCaller: holder.id === by,
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
  if (holder && holder.id !== by) {
    await setPhone(tx, holder.id, { phone: null, phoneVerified: false })
    await tellOfTakenPhone(tx, { holder, phone })
  }
  await setPhone(tx, by, { phone, phoneVerified: true })
  await deleteContest(tx, by)
  return { kind: 'own' }
}

/** Tells who claimed a number that it is theirs no more, and their coaches, who may have found them by it. */
async function tellOfTakenPhone(
  tx: Database,
  { holder, phone }: { holder: { id: string; nickname: string }; phone: string },
): Promise<void> {
  const notice = { senderId: null, category: 'systemNotice' } as const
  const number = maskedPhone(phone)
  await tell(tx, {
    ...notice,
    receiverIds: [holder.id],
    title: '您的手机号已解除绑定',
    content: `${number} 已由另一个账号通过微信验证，不再绑定在您的账号上。请用用户名登录，也可以绑定其他手机号`,
    about: { kind: 'account', id: holder.id },
  })
  const receiverIds = await listCoachIds(tx, holder.id)
  if (receiverIds.length === 0) return
  await tell(tx, {
    ...notice,
    receiverIds,
    title: '学员的手机号是别人的',
    content: `${holder.nickname}登记的 ${number} 已由另一个账号通过微信验证。请核对这位学员是谁；真正的机主可以再按手机号查找、添加`,
    about: { kind: 'student', id: holder.id },
  })
}
