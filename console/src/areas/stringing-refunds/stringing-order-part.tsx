import { getManagedStringingOrder } from '@paidang/api/areas/admin-stringing'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/stringing/order-status'
import { whyNotLose, whyNotRefund } from '@paidang/domain/areas/stringing/refund'
import { Alert, Button, Descriptions, Flex } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useRead } from '../../platform/queries'
import { Opening } from '../../ui/opening'
import { OrderSteps } from '../board/order-steps'
import { useOwnPassword } from '../money-requests/use-own-password'
import { AskRefundModal } from './ask-refund-modal'
import { LoseRacketModal } from './lose-racket-modal'

/** The stringing order that a payment paid for: where racket and job are, the way to a refund once it is begun, and to 球拍遗失. */
export function StringingOrderPart({ id }: { id: string }) {
  const read = useRead(getManagedStringingOrder, { params: { id } })
  const { isRefused, notice } = useOwnPassword()
  const [isAsking, setIsAsking] = useState(false)
  const [isLosing, setIsLosing] = useState(false)
  if (read.isError || read.data?.id !== id) return <Opening name="穿线订单" list="/payments" read={read} />
  const order = read.data
  return (
    <Flex vertical gap={12} align="start">
      {notice}
      <Descriptions
        bordered
        size="small"
        column={3}
        items={[
          { key: 'no', label: '订单号', children: order.orderNo },
          { key: 'status', label: '状态', children: STRINGING_STATUS_NAMES[order.status] },
          {
            key: 'shop',
            label: '商家',
            children: <Link to={`/merchants/${order.merchant.id}`}>{order.merchant.name}</Link>,
          },
          { key: 'racket', label: '球拍', children: order.racketName },
          { key: 'where', label: '球拍在哪', children: whereOf(order) },
        ]}
      />
      {order.hasWaitingRefund && (
        <Alert
          type="warning"
          showIcon
          title={
            <>
              有一笔退款待审批，<Link to={`/stringing-refunds?orderNo=${order.orderNo}`}>去查看</Link>
            </>
          }
        />
      )}
      {!order.hasWaitingRefund && whyNotRefund(order.status) === undefined && (
        <Button danger disabled={isRefused} onClick={() => setIsAsking(true)}>
          申请退款
        </Button>
      )}
      {whyNotLose(order) === undefined && (
        <Button danger onClick={() => setIsLosing(true)}>
          球拍遗失
        </Button>
      )}
      <OrderSteps steps={order.steps.map((step) => ({ ...step, photos: [] }))} trackingNo="" />
      {isAsking && <AskRefundModal order={order} onClose={() => setIsAsking(false)} />}
      {isLosing && <LoseRacketModal order={order} onClose={() => setIsLosing(false)} />}
    </Flex>
  )
}

function whereOf({ isInShop, isRacketLost }: { isInShop: boolean; isRacketLost: boolean }): string {
  if (isRacketLost) return '无法归还'
  return isInShop ? '在店里' : '不在店里'
}
