import * as sharing from '@paidang/api/areas/sharing'
import type { Input } from '@paidang/api/endpoint'
import type { QueryKey } from '@tanstack/react-query'
import { call } from '../../../platform/call'
import { useAction } from '../../../platform/use-action'
import { confirm } from '../../../ui/confirm'

/** A page whose links can be renewed. */
export type RenewedPage = Input<typeof sharing.renewShare>['body']

/**
 * 重置分享链接 for a page of the caller. It asks first, since earlier links stop working. `stale` is the query that
 * shows the link.
 */
export function useRenewShare(page: RenewedPage, stale: QueryKey) {
  const { act, isPending } = useAction({
    endpoint: sharing.renewShare,
    stale: [stale, ['share']],
    run: (_nothing: undefined, idempotencyKey) => call(sharing.renewShare, { body: page }, { idempotencyKey }),
  })
  const renew = async () => {
    const question = {
      title: '重置分享链接？',
      line: '以前发出的链接和二维码将失效，已经加入的人不受影响',
      confirmText: '重置',
      danger: true,
    }
    if (await confirm(question)) act(undefined)
  }
  return { renew, isPending }
}
