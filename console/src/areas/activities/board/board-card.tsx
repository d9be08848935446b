import { HolderOutlined } from '@ant-design/icons'
import { useDraggable } from '@dnd-kit/core'
import type { BoardCard } from '@paidang/api/areas/activities/merchant-board'
import {
  type BoardColumn,
  IN_WORK,
  nextAction,
  type ShopAction,
} from '@paidang/domain/areas/activities/stringing/board'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { Button, Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { ACTION_NAMES, bedLines, dueText, nearText, tensionText, URGENCY_COLORS, waitText } from './job-labels'

type CardProps = { card: BoardCard; column: BoardColumn; now: Date; onAction: (action: ShopAction) => void }

/**
 * A job on the board. It can be dragged, with the mouse from anywhere, with the keyboard from its handle. A button
 * moves it to the next column.
 */
export function BoardCardView({ card, column, now, onAction }: CardProps) {
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
export function CardFacts({ card, now, handle }: { card: BoardCard; now: Date; handle?: React.ReactNode }) {
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
