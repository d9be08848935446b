import { yuanOf } from '@paidang/domain/kernel/fen'
import { cashierPath } from '../../../../paths'
import { goTo } from '../../../../platform/navigate'
import { Card, CardHead, MoreLink } from '../../../../ui/card'
import { KeyValues } from '../../../../ui/key-values'
import { refundText } from '../../../money/payments/pay-labels'
import type { InvitationInfo } from './invitation-info'

/** What became of the money of a trial lesson that is over: for who paid where it is, for the club how much went back. */
export function TrialMoneyCard({ info: { trialMoney, reqUser, invitation } }: { info: InvitationInfo }) {
  if (!trialMoney) return null
  const { orderId, priceFen, refundedFen, refunds } = trialMoney
  const isCancelled = invitation.invitationStatus === 'CANCELLED'
  if (!isCancelled && refundedFen === 0) return null
  const isPayer = reqUser.userId === invitation.initiatorId
  const keptFen = priceFen - refundedFen
  const rows = [
    { name: isPayer ? '已付' : '学员已付', value: `¥${yuanOf(priceFen)}` },
    ...(keptFen > 0 ? [{ name: '扣除', value: `¥${yuanOf(keptFen)}${isCancelled ? '，已过免费取消时间' : ''}` }] : []),
    ...(isPayer
      ? refunds.map((refund) => ({ name: '退款', value: `¥${yuanOf(refund.amountFen)}，${refundText(refund)}` }))
      : [{ name: '退款', value: refundedFen > 0 ? `¥${yuanOf(refundedFen)}，按付款方式退给学员` : '没有退款' }]),
  ]
  return (
    <Card>
      <CardHead
        title="体验课的钱"
        tail={orderId !== null && <MoreLink text="查看订单" onPress={() => goTo(cashierPath(orderId))} />}
      />
      <KeyValues rows={rows} />
    </Card>
  )
}
