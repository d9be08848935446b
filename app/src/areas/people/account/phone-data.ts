import { settlePhone } from '@paidang/api/areas/accounts'
import { decryptPhone, type LogIn } from '@paidang/api/areas/auth'
import { useQueryClient } from '@tanstack/react-query'
import { ACCOUNT_KEY, PROFILE_KEY, REGISTRATION_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { showToast } from '../../../platform/toast'
import { useWrite } from '../../../platform/write'
import type { WechatAnswer } from '../../../ui/wechat-cover-types'
import { takeSession } from '../auth/session-data'

const STALE = [ACCOUNT_KEY, PROFILE_KEY, REGISTRATION_KEY]

/** An account that claims the number without proof: the ticket to settle the claim, and the account's masked name. */
export type Claim = { ticket: string; username: string | null }

/** Gives the caller the number that WeChat confirms. Resolves to the claim of another account, if there is one. */
export function useTakePhone() {
  const enter = useEnter()
  return useWrite(decryptPhone, {
    stale: STALE,
    send: async ({ code, encryptedData, iv }: WechatAnswer, idempotencyKey: string): Promise<Claim | null> => {
      // Older versions of WeChat return the number encrypted, without a code.
      const body = code ? { code } : { encryptedData, iv }
      const { logIn, claimed } = await call(decryptPhone, { body }, { idempotencyKey })
      if (!claimed) enter(logIn)
      return claimed
    },
  })
}

/**
 * Settles a claimed number. With the password of the other account, both accounts are merged. Without it, the caller
 * takes the number.
 */
export function useSettlePhone() {
  const enter = useEnter()
  return useWrite(settlePhone, {
    stale: STALE,
    isSilent: true,
    send: async (body: { ticket: string; password?: string }, idempotencyKey) => {
      const { logIn } = await call(settlePhone, { body }, { idempotencyKey })
      enter(logIn)
    },
  })
}

/** From now on the caller may be another account of the same person. */
function useEnter(): (logIn: LogIn | null) => void {
  const queryClient = useQueryClient()
  return (logIn) => {
    if (logIn) takeSession(queryClient, logIn)
    showToast(logIn ? '已合并到你的网页账号' : '手机号已绑定', { tone: 'done' })
  }
}
