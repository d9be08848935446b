import { Empty, Flex, Pagination, Spin, Tag } from 'antd'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { PAGE_SIZES } from '../../../../ui/table-address'

/** One item of the list. */
export type InboxItem = {
  id: string
  title: string
  line: ReactNode
  time: string
  tag?: { text: string; color: string }
}

type Props = {
  label: string
  items: readonly InboxItem[] | undefined
  total: number
  isLoading: boolean
  empty: string
  openId: string | undefined
  page: { current: number; rows: number }
  hrefOf: (id: string) => string
  /** Called with the item that the keyboard moved to. */
  onOpen: (id: string) => void
  onPage: (page: { current: number; rows: number }) => void
}

/**
 * The list of items. J and K move to the next and the previous one from anywhere. Arrow keys work while the list has
 * the focus.
 */
export function InboxList({ label, items, total, isLoading, empty, openId, page, hrefOf, onOpen, onPage }: Props) {
  const list = useRef<HTMLUListElement>(null)
  const step = (by: 1 | -1) => {
    const at = items?.findIndex(({ id }) => id === openId) ?? -1
    const next = items?.[at + by]
    if (next) onOpen(next.id)
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
    <Spin spinning={isLoading} delay={200}>
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
          onChange={(current, rows) => onPage({ current, rows })}
        />
      )}
    </Spin>
  )
}
