import { settlePhone } from '@paidang/api/areas/accounts'
import { decryptPhone, type LogIn } from '@paidang/api/areas/auth'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../platform/call'
import { showToast } from '../../platform/toast'
import { useDeed } from '../../platform/use-deed'
import type { WechatAnswer } from '../../ui/wechat-cover-words'
import { takeSession } from '../auth/session-data'
import { PROFILE_KEY } from '../profile/player-data'
import { REGISTRATION_KEY } from '../registration/registration-data'
import { ACCOUNT_KEY } from './account-data'

const STALE = [ACCOUNT_KEY, PROFILE_KEY, REGISTRATION_KEY]

/** An account that says it has the number, without proof: the ticket to settle whose it is, and its name, masked. */
export type Claim = { ticket: string; username: string | null }

/** The number that WeChat vouches for becomes the caller's; answers the claim that stands against it, if there is one. */
export function useTakePhone() {
  const enter = useEnter()
  return useDeed({
    endpoint: decryptPhone,
    stale: STALE,
    run: async ({ code, encryptedData, iv }: WechatAnswer, idempotencyKey): Promise<Claim | null> => {
      // Older versions of WeChat hand over the number encrypted, and no code.
      const body = code ? { code } : { encryptedData, iv }
      const { logIn, claimed } = await call(decryptPhone, { body }, { idempotencyKey })
      if (!claimed) enter(logIn)
      return claimed
    },
  })
}

/** Whose a claimed number is: with the password of the other account both become one, without it the number is the caller's. */
export function useSettlePhone() {
  const enter = useEnter()
  return useDeed({
    endpoint: settlePhone,
    stale: STALE,
    isSilent: true,
    run: async (body: { ticket: string; password?: string }, idempotencyKey) => {
      const { logIn } = await call(settlePhone, { body }, { idempotencyKey })
      enter(logIn)
    },
  })
}

/** The caller may be another account of the same person from now on. */
function useEnter(): (logIn: LogIn | null) => void {
  const queryClient = useQueryClient()
  return (logIn) => {
    if (logIn) takeSession(queryClient, logIn)
    showToast(logIn ? '已合并到你的网页账号' : '手机号已绑定', { tone: 'done' })
  }
}
