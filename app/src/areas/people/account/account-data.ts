import * as accounts from '@paidang/api/areas/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { homePath } from '../../../paths'
import { ACCOUNT_KEY, CLOSING_KEY } from '../../../platform/cache-keys'
import { call } from '../../../platform/call'
import { replaceWith } from '../../../platform/navigate'
import { prepareFile } from '../../../platform/save-file'
import type { SavedFile } from '../../../platform/save-file-types'
import { endSession, useUserId } from '../../../platform/session'
import { failureText, showToast } from '../../../platform/toast'
import { useAction } from '../../../platform/use-action'
import { wechatCode } from '../../../platform/wechat-code'
import { confirm } from '../../../ui/confirm'
import { passwordFailure } from '../auth/log-in-failure'
import type { PasswordForm } from './parts/password-draft'

const DEVICES_KEY = [...ACCOUNT_KEY, 'devices'] as const
/** User name, phone and WeChat of the caller. */
export function useAccount() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...ACCOUNT_KEY, 'own', userId],
    queryFn: ({ signal }) => call(accounts.readAccount, {}, { signal }),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(accounts.readAccount.outcome, query.error) : undefined }
}

/** A log-in for the screen: its instants as Dates. */
export type ShownDevice = ReturnType<typeof toShown>

/** The devices on which the caller is logged in, this device first. */
export function useDevices() {
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...DEVICES_KEY, userId],
    queryFn: ({ signal }) => call(accounts.listDevices, {}, { signal }),
    select: (devices) => devices.map(toShown),
    enabled: userId !== null,
  })
  return { ...query, cause: query.isError ? failureText(accounts.listDevices.outcome, query.error) : undefined }
}

function toShown(device: accounts.Device) {
  return { ...device, loggedInAt: new Date(device.loggedInAt), lastSeenAt: new Date(device.lastSeenAt) }
}

/** 退出该设备. */
export function useLogOutDevice() {
  return useAction({
    endpoint: accounts.logOutDevice,
    stale: [DEVICES_KEY],
    run: (id: string, idempotencyKey) => call(accounts.logOutDevice, { params: { id } }, { idempotencyKey }),
  })
}

/** Sets the first password, or another one. */
export function useSetPassword() {
  return useAction({
    endpoint: accounts.setPassword,
    stale: [ACCOUNT_KEY],
    run: async ({ byWechat, ...form }: PasswordForm, idempotencyKey) => {
      const body = byWechat ? { ...form, wechatCode: await wechatCode() } : form
      return call(accounts.setPassword, { body }, { idempotencyKey })
    },
  })
}

/** 绑定微信: links the WeChat user of this phone to the caller's account. */
export function useBindWechat() {
  return useAction({
    endpoint: accounts.bindWechat,
    stale: [ACCOUNT_KEY],
    run: async (_nothing: undefined, idempotencyKey) =>
      call(accounts.bindWechat, { body: { code: await wechatCode() } }, { idempotencyKey }),
  })
}

/** 导出我的数据: fetched first, then saved at a second press. WeChat shares a file only directly after a press. */
export function useExportOwnData() {
  return useAction({
    endpoint: accounts.exportOwnData,
    stale: [],
    isSilent: true,
    run: async (_nothing: undefined) => {
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
  const userId = useUserId()
  const query = useQuery({
    queryKey: [...CLOSING_KEY, userId],
    queryFn: ({ signal }) => call(accounts.readClosing, {}, { signal }),
    enabled: userId !== null,
    // A blocker that was settled elsewhere disappears at once.
    staleTime: 0,
  })
  return { ...query, cause: query.isError ? failureText(accounts.readClosing.outcome, query.error) : undefined }
}

/** 注销账号: afterwards the device is logged out, and home opens. */
export function useCloseAccount() {
  const queryClient = useQueryClient()
  const [refusal, setRefusal] = useState<string>()
  const { act, isPending } = useAction({
    endpoint: accounts.closeAccount,
    // After the closing there is no user to read data for.
    stale: [],
    run: (password: string | undefined, idempotencyKey) =>
      call(
        accounts.closeAccount,
        { body: { confirm: '注销', ...(password !== undefined && { password }) } },
        { idempotencyKey },
      ),
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
