import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  KeyboardSensor,
  PointerSensor,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { BoardCard, boardOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import type { Data } from '@paidang/api/endpoint'
import {
  BOARD_COLUMN_NAMES,
  type BoardColumn,
  nextAction,
  type ShopAction,
  whyNotMove,
} from '@paidang/domain/areas/activities/stringing/board'
import { App, Badge, Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { BoardCardView, CardFacts } from './board-card'
import './board.css'
import { byColumns, moveText, overColumn } from './board-moves'

type BoardColumnsProps = {
  columns: Data<typeof boardOfMerchant>
  now: Date
  onAction: (card: BoardCard, action: ShopAction) => void
  /** Shows more of each column; undefined once everything possible is shown. */
  onMore: (() => void) | undefined
}

/** Pixels after which a press is a drag. */
const DRAG_DISTANCE = 6
const KEYS = { start: ['Space', 'Enter'], cancel: ['Escape'], end: ['Space', 'Enter'] }

type Carried = { card: BoardCard; column: BoardColumn }
const carriedOf = (data: { current?: unknown } | undefined) => data?.current as Carried | undefined
const isColumn = (id: unknown): id is BoardColumn => typeof id === 'string' && id in BOARD_COLUMN_NAMES

/** Rackets to return are rare, so their column appears only if there are some. */
const isDrawn = ({ column, total }: { column: BoardColumn; total: number }) => column !== 'RETURN' || total > 0

/**
 * The columns of the board. A dropped card opens the form of the matching action, and keeps its place until that is
 * done.
 */
export function BoardColumns({ columns, now, onAction, onMore }: BoardColumnsProps) {
  const { message } = App.useApp()
  const [carried, setCarried] = useState<Carried>()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(KeyboardSensor, { coordinateGetter: byColumns, keyboardCodes: KEYS }),
  )
  const drop = ({ active, over }: DragEndEvent) => {
    setCarried(undefined)
    const from = carriedOf(active.data)
    if (!from || !isColumn(over?.id)) return
    const refusal = whyNotMove(from.column, over.id)
    const words = refusal && moveText(refusal, from.column)
    if (words) message.warning(words)
    const action = nextAction(from.column)
    if (!refusal && action) onAction(from.card, action)
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={overColumn}
      accessibility={{ announcements, screenReaderInstructions: { draggable: INSTRUCTIONS } }}
      onDragStart={({ active }) => setCarried(carriedOf(active.data))}
      onDragCancel={() => setCarried(undefined)}
      onDragEnd={drop}
    >
      <div className="board">
        {columns.filter(isDrawn).map(({ column, total, cards }) => (
          <Column
            key={column}
            column={column}
            total={total}
            isTarget={carried !== undefined && whyNotMove(carried.column, column) === undefined}
          >
            {cards.map((card) => (
              <BoardCardView
                key={card.id}
                card={card}
                column={column}
                now={now}
                onAction={(action) => onAction(card, action)}
              />
            ))}
            {cards.length < total && onMore && (
              <li>
                <Button type="link" block onClick={onMore}>
                  还有 {total - cards.length} 单，显示更多
                </Button>
              </li>
            )}
          </Column>
        ))}
      </div>
      <DragOverlay dropAnimation={null}>
        {carried && (
          <div className="board-card board-card-carried">
            <CardFacts card={carried.card} now={now} />
          </div>
        )}
      </DragOverlay>
    </DndContext>
  )
}

type ColumnProps = { column: BoardColumn; total: number; isTarget: boolean; children: ReactNode }

function Column({ column, total, isTarget, children }: ColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: column })
  const state = isTarget ? (isOver ? ' board-column-over' : ' board-column-target') : ''
  return (
    <section ref={setNodeRef} className={`board-column${state}`} aria-label={BOARD_COLUMN_NAMES[column]}>
      <h2 className="board-column-name">
        {BOARD_COLUMN_NAMES[column]}
        <Badge count={total} showZero overflowCount={9999} color={total > 0 ? '#08794d' : '#8a857a'} />
      </h2>
      <ul className="board-cards">{children}</ul>
      {total === 0 && <p className="board-column-empty">没有订单</p>}
    </section>
  )
}

const INSTRUCTIONS = '按空格或回车拿起订单，用左右方向键移到下一列，再按空格或回车放下，按 Esc 放弃。'
const nameOf = (data: { current?: unknown } | undefined) => carriedOf(data)?.card.racketName ?? ''
const columnName = (over: { id: unknown } | null) => (isColumn(over?.id) ? `「${BOARD_COLUMN_NAMES[over.id]}」` : '')

/** What a screen reader announces while a card is moved. */
const announcements: Announcements = {
  onDragStart: ({ active }) => `拿起 ${nameOf(active.data)}`,
  onDragOver: ({ active, over }) => (over ? `${nameOf(active.data)} 在${columnName(over)}上方` : undefined),
  onDragEnd: ({ active, over }) =>
    over ? `${nameOf(active.data)} 放在${columnName(over)}` : `${nameOf(active.data)} 已放回`,
  onDragCancel: ({ active }) => `${nameOf(active.data)} 已放回`,
}
