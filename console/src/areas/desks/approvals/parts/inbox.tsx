import { Card, Empty } from 'antd'
import type { ReactNode } from 'react'
import { Failed } from '../../../../ui/page'
import { useLastPage } from '../../../../ui/table-address'
import { useInboxAddress } from '../inbox-address'
import { type InboxItem, InboxList } from './inbox-list'

/** One page of a list. */
type Read = {
  items: readonly InboxItem[] | undefined
  total: number
  isFetching: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

type Props = {
  label: string
  empty: string
  read: Read
  /** The evidence of one item, with the buttons to decide it; after the decision the next item opens. */
  evidence: (id: string, onDecided: () => void) => ReactNode
}

/** A list at the left; at the right the evidence of the open item, with the decision. */
export function Inbox({ label, empty, read, evidence }: Props) {
  const { id, page, hrefOf, open, goToPage } = useInboxAddress()
  const { items, total, isFetching, isPlaceholderData, error, refetch } = read
  useLastPage({ address: page, page: items && { rows: items, total }, isCurrent: !isPlaceholderData, goTo: goToPage })
  if (error && !items) return <Failed error={error} onRetry={refetch} />
  const openId = id ?? items?.[0]?.id
  const goOn = () => {
    const at = items?.findIndex((item) => item.id === openId) ?? -1
    open((items?.[at + 1] ?? items?.[at - 1])?.id)
  }
  return (
    <div className="inbox-columns">
      <div className="inbox-side">
        <InboxList
          label={label}
          items={items}
          total={total}
          isLoading={isFetching}
          empty={empty}
          openId={openId}
          page={page}
          hrefOf={hrefOf}
          onOpen={open}
          onPage={goToPage}
        />
      </div>
      <Card>
        {openId === undefined ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有要看的内容" />
        ) : (
          evidence(openId, goOn)
        )}
      </Card>
    </div>
  )
}
