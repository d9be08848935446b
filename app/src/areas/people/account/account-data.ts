import * as accounts from '@paidang/api/areas/desks/accounts'
import { type Claim, decryptPhone, type LogIn } from '@paidang/api/areas/people/auth'
import type { Input } from '@paidang/api/endpoint'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { homePath } from '../../../paths'
import { ACCOUNT_KEY, CLOSING_KEY, PROFILE_KEY, REGISTRATION_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { replaceWith } from '../../../platform/navigate'
import { useRead } from '../../../platform/read'
import { prepareFile, type SavedFile } from '../../../platform/save-file'
import { endSession } from '../../../platform/session'
import { showToast } from '../../../platform/toast'
import { HAS_WECHAT, wechatCode } from '../../../platform/wechat-code'
import { useWrite } from '../../../platform/write'
import { confirm } from '../../../ui/confirm'
import type { WechatAnswer } from '../../../ui/wechat-cover-types'
import { passwordFailure } from '../auth/log-in-failure'
import { takeSession } from '../auth/session-data'

const DEVICES_KEY = [...ACCOUNT_KEY, 'devices'] as const
/** User name, phone and WeChat of the caller. */
export function useAccount() {
  return useRead(ACCOUNT_KEY, accounts.readAccount, {})
}

/** A log-in for the screen: its instants as Dates. */
export type ShownDevice = ReturnType<typeof toShown>

/** The devices on which the caller is logged in, this device first. */
export function useDevices() {
  return useRead(DEVICES_KEY, accounts.listDevices, {}, { select: (devices) => devices.map(toShown) })
}

function toShown(device: accounts.Device) {
  return { ...device, loggedInAt: new Date(device.loggedInAt), lastSeenAt: new Date(device.lastSeenAt) }
}

/** 退出该设备. */
export function useLogOutDevice() {
  return useWrite(accounts.logOutDevice, { stale: [DEVICES_KEY], input: (id: string) => ({ params: { id } }) })
}

/**
 * The body of a call that sets a password. `byWechat`: the WeChat of this phone confirms the identity of the caller.
 */
export type PasswordForm = Omit<Input<typeof accounts.setPassword>['body'], 'wechatCode'> & { byWechat?: boolean }

/** Sets the first password, or another one. */
export function useSetPassword() {
  return useWrite(accounts.setPassword, {
    stale: [ACCOUNT_KEY],
    send: async ({ byWechat, ...form }: PasswordForm, idempotencyKey) => {
      const body = byWechat ? { ...form, wechatCode: await wechatCode() } : form
      return call(accounts.setPassword, { body }, { idempotencyKey })
    },
  })
}

/** 绑定微信: links the WeChat user of this phone to the caller's account. */
export function useBindWechat() {
  return useWrite(accounts.bindWechat, {
    stale: [ACCOUNT_KEY],
    send: async (_nothing: undefined, idempotencyKey) =>
      call(accounts.bindWechat, { body: { code: await wechatCode() } }, { idempotencyKey }),
  })
}

/** 导出我的数据: fetched first, then saved at a second press. WeChat shares a file only directly after a press. */
export function useExportOwnData() {
  return useWrite(accounts.exportOwnData, {
    stale: [],
    isSilent: true,
    send: async () => {
      const file = await call(accounts.exportOwnData, {})
      await offer(file).catch(() => showToast('文件没有保存', { tone: 'failed' }))
    },
  })
}

async function offer(file: SavedFile): Promise<void> {
  const { hand } = await prepareFile(file)
  const question = {
    title: '数据已经准备好',
    line: '里面是你的资料、课程、球局和订单，请妥善保管',
    confirmText: '保存文件',
  }
  await confirm(question, hand)
}

/** The blockers to closing the account, what is deleted and what is kept. */
export function useClosing() {
  // A blocker that was settled elsewhere disappears at once.
  return useRead(CLOSING_KEY, accounts.readClosing, {}, { staleTime: 0 })
}

/** 注销账号: afterwards the device is logged out, and home opens. */
export function useCloseAccount() {
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const { act, isPending } = useWrite(accounts.closeAccount, {
    // After the closing there is no user to read data for.
    stale: [],
    input: (password: string | undefined) => ({
      body: { confirm: '注销' as const, ...(password !== undefined && { password }) },
    }),
  })
  const onDone = () => {
    endSession()
    queryClient.removeQueries({ type: 'inactive' })
    replaceWith(homePath())
  }
  const onRefused = (error: Error) => {
    setRefusal(passwordFailure(accounts.closeAccount.outcome, error))
    queryClient.invalidateQueries({ queryKey: CLOSING_KEY })
  }
  return {
    close: (password: string | undefined) => act(password, { onDone, onRefused }),
    isPending,
    /** Why the account was not closed, until something is changed. */
    refusal,
    forget: () => setRefusal(undefined),
  }
}

const STALE_WITH_PHONE = [ACCOUNT_KEY, PROFILE_KEY, REGISTRATION_KEY]

/** Gives the caller the number that WeChat confirms. Resolves to the claim of another account, if there is one. */
export function useTakePhone() {
  const enter = useEnter()
  return useWrite(decryptPhone, {
    stale: STALE_WITH_PHONE,
    send: async ({ code, encryptedData, iv }: WechatAnswer, idempotencyKey: string): Promise<Claim | null> => {
      // Older versions of WeChat return the number encrypted, without a code.
      const body = code ? { code } : { encryptedData, iv }
      const { logIn, claimed } = await call(decryptPhone, { body }, { idempotencyKey })
      if (!claimed) enter(logIn)
      return claimed
    },
  })
}

/** Proves a number by the code that was sent to it. The sheet shows the failure. */
export function useVerifyPhone() {
  const enter = useEnter()
  return useWrite(accounts.verifyPhone, {
    stale: STALE_WITH_PHONE,
    isSilent: true,
    refused: () => undefined,
    input: (body: Input<typeof accounts.verifyPhone>['body']) => ({ body }),
    keep: ({ logIn, claimed }) => claimed ?? enter(logIn),
  })
}

/**
 * Settles a claimed number. With the password of the other account, both accounts are merged; on the web the caller goes
 * on as that one. Without it, the caller takes the number.
 */
export function useSettlePhone() {
  const enter = useEnter(HAS_WECHAT ? undefined : '已改用那个账号登录')
  return useWrite(accounts.settlePhone, {
    stale: STALE_WITH_PHONE,
    isSilent: true,
    send: async (body: { ticket: string; password?: string }, idempotencyKey) => {
      const { logIn } = await call(accounts.settlePhone, { body }, { idempotencyKey })
      enter(logIn)
    },
  })
}

/** From now on the caller may be another account of the same person. */
function useEnter(entered = HAS_WECHAT ? '已合并到你的网页账号' : '已合并到你的账号'): (logIn: LogIn | null) => void {
  const queryClient = useQueryClient()
  return (logIn) => {
    if (logIn) takeSession(queryClient, logIn)
    showToast(logIn ? entered : HAS_WECHAT ? '手机号已绑定' : '手机号已验证', { tone: 'done' })
  }
}
