import { isId } from '@paidang/domain/kernel/id'
import { Card, Empty, Flex, Pagination, Skeleton, Spin, Tag } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { Failed } from '../../../ui/page'
import { changedAddress, PAGE_SIZES, type PageAddress, readTableAddress, useLastPage } from '../../../ui/table-address'

/** The tabs of the inbox, by their names in the address: everything, then the kinds that are decided here. */
export const INBOX_KINDS = ['all', 'venues', 'associations', 'coaches', 'reports', 'contents', 'passwords'] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** The lists: waiting items, decided items, requests that wait for the manager of a venue, and all reports. */
const INBOX_STATES = ['waiting', 'decided', 'manager', 'all'] as const
export type InboxState = (typeof INBOX_STATES)[number]

/** The states that only one kind has. */
const KIND_OF: Partial<Record<InboxState, InboxKind>> = { manager: 'associations', all: 'reports' }

/** The kind of inbox, its page and its open item, kept in the address. Back and a shared link show the same. */
export function useInboxAddress() {
  const [params, setParams] = useSearchParams()
  const kind = INBOX_KINDS.find((known) => known === params.get('kind')) ?? 'all'
  const said = INBOX_STATES.find((known) => known === params.get('state')) ?? 'waiting'
  const state = (KIND_OF[said] ?? kind) === kind ? said : 'waiting'
  const ownerId = params.get('ownerId') ?? ''
  const { current, rows } = readTableAddress(params)
  const id = params.get('id')
  return {
    kind,
    state,
    page: { current, rows },
    /** The person whose reports are shown; undefined for everybody's. */
    ownerId: kind === 'reports' && isId(ownerId) ? ownerId : undefined,
    id: id !== null && isId(id) ? id : undefined,
    goTo: (next: { kind: InboxKind; state?: InboxState }) =>
      setParams(new URLSearchParams({ kind: next.kind, state: next.state ?? 'waiting' })),
    goToPage: (next: PageAddress, options: { replace?: boolean } = {}) =>
      setParams(
        (before) => changedAddress(before, { page: String(next.current), size: String(next.rows), id: undefined }),
        options,
      ),
    /** The address of an item. */
    hrefOf: (one: string) => `?${opened(params, one)}`,
    /** Opens an item; undefined: the first. Moving through the list adds no step to the history. */
    open: (next: string | undefined) => setParams((before) => opened(before, next), { replace: true }),
  }
}

function opened(params: URLSearchParams, id: string | undefined): URLSearchParams {
  return changedAddress(params, { page: params.get('page') ?? undefined, id })
}

/** One item of the list. */
type ListedItem = {
  id: string
  title: string
  line: ReactNode
  time: string
  tag?: { text: string; color: string }
}

/** One page of a list. */
type Read = {
  items: readonly ListedItem[] | undefined
  total: number
  isFetching: boolean
  isPlaceholderData: boolean
  error: Error | null
  refetch: () => unknown
}

type InboxProps = {
  label: string
  empty: string
  read: Read
  /** The evidence of one item, with the buttons to decide it; after the decision the next item opens. */
  evidence: (id: string, onDecided: () => void) => ReactNode
}

/** A list at the left; at the right the evidence of the open item, with the decision. */
export function Inbox({ label, empty, read, evidence }: InboxProps) {
  const { id, page, open, goToPage } = useInboxAddress()
  const { items, total, isPlaceholderData, error, refetch } = read
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
        <InboxList label={label} empty={empty} read={read} openId={openId} />
      </div>
      <Card>
        {openId === undefined && !items ? (
          <Skeleton active />
        ) : openId === undefined ? (
          <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description="没有要看的内容" />
        ) : (
          evidence(openId, goOn)
        )}
      </Card>
    </div>
  )
}

type InboxListProps = Pick<InboxProps, 'label' | 'empty' | 'read'> & { openId: string | undefined }

/**
 * The list of items. J and K move to the next and the previous one from anywhere. Arrow keys work while the list has
 * the focus.
 */
function InboxList({ label, empty, read: { items, total, isFetching }, openId }: InboxListProps) {
  const { page, hrefOf, open, goToPage } = useInboxAddress()
  const list = useRef<HTMLUListElement>(null)
  const step = (by: 1 | -1) => {
    const at = items?.findIndex(({ id }) => id === openId) ?? -1
    const next = items?.[at + by]
    if (next) open(next.id)
    return next !== undefined
  }
  const stepNow = useRef(step)
  stepNow.current = step
  useEffect(() => {
    const go = (event: globalThis.KeyboardEvent) => {
      const isBusy = event.target instanceof Element && event.target.closest('input, textarea, [role=dialog]')
      if (isBusy || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'j') stepNow.current(1)
      if (event.key === 'k') stepNow.current(-1)
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [])
  const followArrows = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : undefined
    if (!by) return
    event.preventDefault()
    const at = items?.findIndex(({ id }) => id === openId) ?? -1
    if (step(by)) list.current?.querySelectorAll('a')[at + by]?.focus()
  }
  if (!items) return <Spin className="shell-wait" description="正在加载……" />
  if (items.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={empty} />
  return (
    <Spin spinning={isFetching} delay={200}>
      <ul ref={list} aria-label={label} className="inbox-list" onKeyDown={followArrows}>
        {items.map((item) => (
          <li key={item.id}>
            <Link replace to={hrefOf(item.id)} className="inbox-item" aria-current={item.id === openId}>
              <Flex justify="space-between" gap={8}>
                <span className="inbox-title">{item.title}</span>
                {item.tag && (
                  <Tag color={item.tag.color} style={{ margin: 0 }}>
                    {item.tag.text}
                  </Tag>
                )}
              </Flex>
              <span className="inbox-line">{item.line}</span>
              <span className="inbox-line">{item.time}</span>
            </Link>
          </li>
        ))}
      </ul>
      {total > page.rows && (
        <Pagination
          simple
          size="small"
          style={{ margin: 12 }}
          current={page.current}
          pageSize={page.rows}
          total={total}
          pageSizeOptions={[...PAGE_SIZES]}
          onChange={(current, rows) => goToPage({ current, rows })}
        />
      )}
    </Spin>
  )
}
