import * as sharing from '@paidang/api/areas/sharing'
import type { Input } from '@paidang/api/endpoint'
import type { QueryKey } from '@tanstack/react-query'
import { useWrite } from '../../../platform/write'
import { confirm } from '../../../ui/confirm'

/** A page whose links can be renewed. */
export type RenewedPage = Input<typeof sharing.renewShare>['body']

/**
 * 重置分享链接 for a page of the caller. It asks first, since earlier links stop working. `stale` is the query that
 * shows the link.
 */
export function useRenewShare(page: RenewedPage, stale: QueryKey) {
  const { act, isPending } = useWrite(sharing.renewShare, {
    stale: [stale, ['share']],
    input: () => ({ body: page }),
  })
  const renew = async () => {
    const question = {
      title: '重置分享链接？',
      line: '以前发出的链接和二维码将失效，已经加入的人不受影响',
      confirmText: '重置',
      danger: true,
    }
    if (await confirm(question)) act()
  }
  return { renew, isPending }
}
