import type { Order } from '@paidang/api/areas/money/payments'
import { yuanOf } from '@paidang/domain/kernel/fen'
import { View } from '@tarojs/components'
import { useMinute } from '../../../../platform/use-minute'
import { Card, CardHead } from '../../../../ui/card'
import { KeyValues } from '../../../../ui/key-values'
import { semantics } from '../../../../ui/semantics'
import { momentText } from '../../../../ui/time-format'

type Props = {
  order: Order
  /** What the operators say about transfers; may be empty. */
  transferNote: string
}

/** 到前台付款: the number that staff ask for, the amount, and until when the order waits. */
export function DeskCard({ order: { id, amountFen, expiresAt }, transferNote }: Props) {
  const now = useMinute()
  return (
    <Card>
      <CardHead title="报给前台" />
      <View className="col-12">
        <KeyValues
          rows={[
            { name: '订单号', value: id },
            { name: '应付', value: `¥${yuanOf(amountFen)}` },
            { name: '保留到', value: momentText(new Date(expiresAt), now) },
            { name: '方式', value: '现金或转账' },
            ...(transferNote === '' ? [] : [{ name: '转账', value: transferNote }]),
          ]}
        />
        <View className="t-caption muted" {...semantics({ role: 'status' })}>
          报订单号付款，前台登记后这里会自动更新。超过保留时间，订单自动取消。
        </View>
      </View>
    </Card>
  )
}
