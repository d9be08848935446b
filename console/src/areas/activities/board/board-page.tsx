import { BOARD_CARDS, boardOfMerchant, MAX_BOARD_CARDS } from '@paidang/api/areas/activities/merchant-board'
import { Flex, Spin } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useRead } from '../../../platform/queries'
import { Failed } from '../../../ui/failed'
import { Page } from '../../../ui/page'
import { useTableAddress } from '../../../ui/table-address'
import { TableFilters } from '../../../ui/table-filters'
import { BoardColumns } from './board-columns'
import { useJobActions } from './job-actions'
import { ScanField } from './scan-field'

/** Colleagues and players change the board, too. */
const REFETCH_MS = 20_000

/** The jobs of a shop, column by column. Source: decision record 014 */
export function BoardPage() {
  const navigate = useNavigate()
  const { filterOf, setFilters } = useTableAddress()
  const [cards, setCards] = useState(BOARD_CARDS)
  const keyword = filterOf('keyword')
  const board = useRead(
    boardOfMerchant,
    { query: { ...(keyword && { keyword }), ...(cards > BOARD_CARDS && { cards }) } },
    { refetchInterval: REFETCH_MS },
  )
  const { ask, form } = useJobActions({ onReceived: (id) => navigate(`/board/orders/${id}/label?print`) })
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
