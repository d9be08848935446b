import {
  type Announcements,
  type ClientRect,
  type CollisionDetection,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import type { BoardCard, boardOfMerchant } from '@paidang/api/areas/activities/merchant-board'
import type { Data } from '@paidang/api/endpoint'
import {
  BOARD_COLUMN_NAMES,
  BOARD_COLUMNS,
  type BoardColumn,
  IN_WORK,
  type MoveRefusal,
  nextAction,
  type ShopAction,
  whyNotMove,
} from '@paidang/domain/areas/activities/stringing/board'
import { App, Badge, Button, Flex, Tag, Typography } from 'antd'
import { type ReactNode, useState } from 'react'
import './board.css'
import { HolderOutlined } from '@ant-design/icons'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { Link } from 'react-router'
import { ACTION_NAMES, bedLines, dueText, nearText, tensionText, URGENCY_COLORS, waitText } from './job-labels'

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

type CardProps = { card: BoardCard; column: BoardColumn; now: Date; onAction: (action: ShopAction) => void }

/**
 * A job on the board. It can be dragged, with the mouse from anywhere, with the keyboard from its handle. A button
 * moves it to the next column.
 */
function BoardCardView({ card, column, now, onAction }: CardProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: card.id,
    data: { card, column },
    attributes: { roleDescription: '可移动' },
  })
  const action = nextAction(column)
  // A returned racket leaves the board, so there is no column to drop it on.
  const isCarried = action !== undefined && column !== 'RETURN'
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? 'board-card board-card-away' : 'board-card'}
      {...(isCarried && listeners)}
      aria-label={`${card.racketName}，${card.customer.nickname}`}
    >
      <CardFacts
        card={card}
        now={now}
        handle={
          isCarried && (
            <Button
              {...attributes}
              ref={setActivatorNodeRef}
              type="text"
              size="small"
              icon={<HolderOutlined />}
              aria-label={`移动 ${card.racketName}`}
            />
          )
        }
      />
      {action && (
        <Button size="small" block type={action === 'accept' ? 'primary' : 'default'} onClick={() => onAction(action)}>
          {ACTION_NAMES[action]}
        </Button>
      )}
    </li>
  )
}

/** The content of a card; the same during a drag. */
function CardFacts({ card, now, handle }: { card: BoardCard; now: Date; handle?: React.ReactNode }) {
  const due = dueText(card, now)
  const wait = waitText(card, now)
  const { nickname, phoneTail } = card.customer
  return (
    <>
      <Flex justify="space-between" align="flex-start" gap={4}>
        <Link to={`/board/orders/${card.id}`} className="board-card-name" draggable={false}>
          {card.racketName}
        </Link>
        {handle}
      </Flex>
      {bedLines(card).map((line) => (
        <div key={line} className="board-card-line">
          {line}
        </div>
      ))}
      <strong>{tensionText(card)}</strong>
      <div className="board-card-line">
        {nickname}
        {phoneTail && ` · ${phoneTail}`}
      </div>
      {card.notes && (
        <Typography.Paragraph type="secondary" ellipsis={{ rows: 2, tooltip: card.notes }} className="board-card-notes">
          备注：{card.notes}
        </Typography.Paragraph>
      )}
      <Flex gap={4} wrap>
        {card.extras.map((extra) => (
          <Tag key={extra} color="purple">
            {extra}
          </Tag>
        ))}
        {due && IN_WORK.some((status) => status === card.status) && (
          <Tag color={due.urgency ? URGENCY_COLORS[due.urgency] : 'default'}>{due.text}</Tag>
        )}
        {card.status === 'READY' && <Tag>{nearText(card.responseTime, now)} 穿好</Tag>}
        {card.status === 'COMPLETED' && <Tag>{nearText(card.responseTime, now)} 交付</Tag>}
        {card.status === 'CANCELLED' && <Tag color="red">{nearText(card.responseTime, now)} 取消</Tag>}
        {wait && <Tag color="red">{wait}</Tag>}
        {card.handIn === 'COURIER' && <Tag color="blue">{HAND_IN_NAMES.COURIER}</Tag>}
      </Flex>
      <Typography.Text type="secondary" className="board-card-no">
        {card.orderNo}
      </Typography.Text>
    </>
  )
}

/** Why a card stays where it was dropped, for the user; undefined for a card put back. */
function moveText(refusal: MoveRefusal, from: BoardColumn): string | undefined {
  const next = BOARD_COLUMNS[BOARD_COLUMNS.indexOf(from) + 1]
  switch (refusal) {
    case 'same':
      return undefined
    case 'apart':
      return '待退还的球拍不再穿线，退还请按卡片上的「退还」'
    case 'backwards':
      return '订单只能往前走，不能退回上一步'
    case 'skips':
      return `「${BOARD_COLUMN_NAMES[from]}」的下一步是「${next && BOARD_COLUMN_NAMES[next]}」，不能跳过`
  }
}

/** A card is over the column under the pointer; with the keyboard over the nearest one. */
const overColumn: CollisionDetection = (at) => (at.pointerCoordinates ? pointerWithin(at) : closestCenter(at))

/** The arrow keys move a card from column to column, instead of by pixels. */
const byColumns: KeyboardCoordinateGetter = (event, { context: { droppableRects, over, collisionRect } }) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.code]
  if (step === undefined) return undefined
  event.preventDefault()
  const column = BOARD_COLUMNS[BOARD_COLUMNS.indexOf(over?.id as BoardColumn) + step]
  const rect: ClientRect | undefined = column && droppableRects.get(column)
  if (!rect || !collisionRect) return undefined
  // Aligned to the middle of the column, by which the nearest one is found.
  return {
    x: rect.left + (rect.width - collisionRect.width) / 2,
    y: rect.top + (rect.height - collisionRect.height) / 2,
  }
}
