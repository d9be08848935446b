import { getManagedStringingOrder } from '@paidang/api/areas/activities/admin-stringing'
import { STRINGING_STATUS_NAMES } from '@paidang/domain/areas/activities/stringing/order-status'
import { pickupAction, whyNotLose, whyNotRefund } from '@paidang/domain/areas/activities/stringing/refund'
import { Alert, Button, Descriptions, Flex } from 'antd'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useRead } from '../../../platform/queries'
import { money, when } from '../../../ui/format'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { useOwnPassword } from '../../ground/money-requests/use-own-password'
import { OrderSteps } from '../board/order-steps'
import { AskRefundModal } from './ask-refund-modal'
import { LoseRacketModal, PickupModal } from './racket-modals'
import { askText, racketPlace } from './refund-labels'

/** A stringing order of any shop: the status of racket and job, its refund, and where the racket went. */
export function StringingOrderPage() {
  const { id = '' } = useParams()
  const read = useRead(getManagedStringingOrder, { params: { id } })
  const { isRefused, notice } = useOwnPassword()
  const [isAsking, setIsAsking] = useState(false)
  const [isLosing, setIsLosing] = useState(false)
  const [isPickedUp, setIsPickedUp] = useState(false)
  if (read.isError || read.data?.id !== id) return <Opening name="穿线订单" list="/stringing-orders" read={read} />
  const order = read.data
  return (
    <Page
      title={`穿线订单 ${order.orderNo}`}
      about={STRINGING_STATUS_NAMES[order.status]}
      actions={
        <Flex gap={8} wrap>
          {!order.hasWaitingRefund && whyNotRefund(order.status) === undefined && (
            <Button danger disabled={isRefused} onClick={() => setIsAsking(true)}>
              {askText(order)}
            </Button>
          )}
          {pickupAction(order) !== undefined && <Button onClick={() => setIsPickedUp(true)}>球拍已取走</Button>}
          {whyNotLose(order) === undefined && (
            <Button danger onClick={() => setIsLosing(true)}>
              球拍遗失
            </Button>
          )}
        </Flex>
      }
    >
      {notice}
      <Descriptions
        bordered
        size="small"
        column={3}
        items={[
          {
            key: 'owner',
            label: '顾客',
            children: <Link to={`/users/${order.owner.id}`}>{order.owner.nickname}</Link>,
          },
          {
            key: 'shop',
            label: '商家',
            children: <Link to={`/merchants/${order.merchant.id}`}>{order.merchant.name}</Link>,
          },
          { key: 'racket', label: '球拍', children: order.racketName },
          { key: 'where', label: '球拍在哪', children: racketPlace(order) },
          {
            key: 'payment',
            label: '付款',
            children: <Link to={`/payments/${order.paymentOrderId}`}>{money(order.totalFen)}</Link>,
          },
          { key: 'changed', label: '最近变化', children: when(order.responseTime) },
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
      <OrderSteps steps={order.steps.map((step) => ({ ...step, photos: [] }))} trackingNo="" />
      {isAsking && <AskRefundModal order={order} onClose={() => setIsAsking(false)} />}
      {isPickedUp && <PickupModal order={order} onClose={() => setIsPickedUp(false)} />}
      {isLosing && <LoseRacketModal order={order} onClose={() => setIsLosing(false)} />}
    </Page>
  )
}
