import * as sharing from '@paidang/api/areas/views/sharing'
import type { Input } from '@paidang/api/endpoint'
import type { QueryKey } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useWrite } from '../../../platform/write'
import { Button } from '../../../ui/button'
import { Cell } from '../../../ui/cell'
import { confirm } from '../../../ui/confirm'
import { Sheet } from '../../../ui/sheet'

type Looks = Pick<ComponentProps<typeof Button>, 'kind' | 'size' | 'full' | 'children'>

type Props = Looks & {
  /** What is shared, as in 分享这节课. */
  title: string
  busy: boolean
  /** Passes the link on; absent while nobody may have it. */
  onShare: (() => void) | undefined
  /** The page whose links its owner may renew, and the query that shows them; undefined for others. */
  owned: { page: RenewedPage; stale: QueryKey } | undefined
}

/** 分享: passes the link of a page on. Its owner first chooses between that and new links. */
export function SharePageButton({ owned, ...props }: Props) {
  if (owned) return <OwnButton {...props} {...owned} />
  const { title, busy, onShare, ...looks } = props
  return onShare ? <Button {...looks} icon="share" share busy={busy} label={title} onPress={onShare} /> : null
}

function OwnButton({
  title,
  busy,
  onShare,
  page,
  stale,
  ...looks
}: Omit<Props, 'owned'> & NonNullable<Props['owned']>) {
  const [isOpen, setOpen] = useState(false)
  const renewing = useRenewShare(page, stale)
  const close = () => setOpen(false)
  return (
    <>
      <Button {...looks} icon="share" label={title} onPress={() => setOpen(true)} />
      <Sheet
        open={isOpen}
        onClose={close}
        title={title}
        foot={
          onShare && (
            <Button full icon="share" share busy={busy} onPress={onShare}>
              发给球友
            </Button>
          )
        }
      >
        <Cell
          icon="swap"
          title="重置分享链接"
          note="以前发出的链接和二维码不再有效"
          disabled={renewing.isPending}
          onPress={renewing.renew}
        />
      </Sheet>
    </>
  )
}

/** A page whose links can be renewed. */
type RenewedPage = Input<typeof sharing.renewShare>['body']

/**
 * 重置分享链接 for a page of the caller. It asks first, since earlier links stop working. `stale` is the query that
 * shows the link.
 */
function useRenewShare(page: RenewedPage, stale: QueryKey) {
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
