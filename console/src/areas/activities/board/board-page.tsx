import { ScanOutlined } from '@ant-design/icons'
import { BOARD_CARDS, boardOfMerchant, MAX_BOARD_CARDS } from '@paidang/api/areas/activities/merchant-board'
import { stringingOrdersOfMerchant } from '@paidang/api/areas/activities/stringing-orders'
import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { App, Flex, Input, Spin } from 'antd'
import { useState } from 'react'
import { call } from '../../../platform/call'
import { sentenceOf } from '../../../platform/network-error'
import { useRead } from '../../../platform/queries'
import { Failed, Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { TableFilters } from '../../../ui/table-filters'
import { useGoOn } from '../../../ui/use-action'
import { BoardColumns } from './board-columns'
import { useJobActions } from './job-forms'

/** Colleagues and players change the board, too. */
const REFETCH_MS = 20_000

/** The jobs of a shop, column by column. Source: decision record 014 */
export function BoardPage() {
  const goOn = useGoOn()
  const { filterOf, setFilters } = useTableAddress()
  const [cards, setCards] = useState(BOARD_CARDS)
  const keyword = filterOf('keyword')
  const board = useRead(
    boardOfMerchant,
    { query: { ...(keyword && { keyword }), ...(cards > BOARD_CARDS && { cards }) } },
    { refetchInterval: REFETCH_MS },
  )
  const { ask, form } = useJobActions({ onReceived: (id) => goOn(`/board/orders/${id}/label?print`) })
  const showMore = () => setCards((shown) => Math.min(shown + BOARD_CARDS, MAX_BOARD_CARDS))
  return (
    <Page title="穿线看板" about="把订单拖到下一列，或点卡片上的按钮；每 20 秒自动刷新" actions={<ScanField />}>
      <Flex>
        <TableFilters
          filters={[{ kind: 'text', name: 'keyword', label: '单号、姓名或尾号' }]}
          filterOf={filterOf}
          onChange={setFilters}
        />
      </Flex>
      {board.isError && !board.data ? (
        <Failed error={board.error} onRetry={() => void board.refetch()} />
      ) : board.data ? (
        <BoardColumns
          columns={board.data}
          now={new Date(board.dataUpdatedAt)}
          onAction={ask}
          onMore={cards < MAX_BOARD_CARDS ? showMore : undefined}
        />
      ) : (
        <Spin className="shell-wait" description="正在加载……" />
      )}
      {form}
    </Page>
  )
}

/** The id in the code of a label; undefined for any other text. */
function idOfLink(text: string): string | undefined {
  return /\/board\/orders\/([1-9]\d{0,18})(?:[/?#]|$)/.exec(text)?.[1]
}

/** Takes a label's code from a scanner, or a typed order number. The order opens, or the list of matching ones. */
function ScanField() {
  const { message } = App.useApp()
  const goOn = useGoOn()
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const open = async () => {
    const typed = text.trim()
    if (typed === '' || isBusy) return
    const id = idOfLink(typed)
    if (id) return goOn(`/board/orders/${id}`)
    setIsBusy(true)
    try {
      const { rows, total } = await call(stringingOrdersOfMerchant, { query: { current: 1, rows: 2, keyword: typed } })
      const [only] = rows
      if (only && total === 1) goOn(`/board/orders/${only.id}`)
      else if (only) goOn(`/orders?${new URLSearchParams({ keyword: typed })}`)
      else message.warning('没有找到这个订单')
    } catch (error) {
      message.error(sentenceOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Input
      aria-label="扫码或输入单号"
      placeholder="扫标签码或输入单号，回车打开"
      prefix={<ScanOutlined />}
      allowClear
      maxLength={200}
      disabled={isBusy}
      style={{ width: 280 }}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ nativeEvent }) => pressedKey(nativeEvent) === 'Enter' && void open()}
    />
  )
}
