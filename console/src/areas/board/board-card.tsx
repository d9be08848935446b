import { HolderOutlined } from '@ant-design/icons'
import { useDraggable } from '@dnd-kit/core'
import type { BoardCard } from '@paidang/api/areas/merchant-board'
import { type BoardColumn, IN_WORK, nextDeed, type ShopDeed } from '@paidang/domain/areas/stringing/board'
import { HAND_IN_NAMES } from '@paidang/domain/areas/stringing/string-job'
import { Button, Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { bedLines, DEED_NAMES, dueWords, nearText, tensionText, URGENCY_COLORS } from './job-words'

type CardProps = { card: BoardCard; column: BoardColumn; now: Date; onDeed: (deed: ShopDeed) => void }

/** A job on the board: dragged by the mouse from anywhere, by the keyboard from its handle; or pressed on to the next column. */
export function BoardCardView({ card, column, now, onDeed }: CardProps) {
  const { setNodeRef, setActivatorNodeRef, listeners, attributes, isDragging } = useDraggable({
    id: card.id,
    data: { card, column },
    attributes: { roleDescription: '可移动' },
  })
  const deed = nextDeed(column)
  // What is given back leaves the board: there is no column to carry it to.
  const isCarried = deed !== undefined && column !== 'RETURN'
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
      {deed && (
        <Button size="small" block type={deed === 'accept' ? 'primary' : 'default'} onClick={() => onDeed(deed)}>
          {DEED_NAMES[deed]}
        </Button>
      )}
    </li>
  )
}

/** What a card says; the same while it is carried. */
export function CardFacts({ card, now, handle }: { card: BoardCard; now: Date; handle?: React.ReactNode }) {
  const due = dueWords(card, now)
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
        {card.handIn === 'COURIER' && <Tag color="blue">{HAND_IN_NAMES.COURIER}</Tag>}
      </Flex>
      <Typography.Text type="secondary" className="board-card-no">
        {card.orderNo}
      </Typography.Text>
    </>
  )
}
