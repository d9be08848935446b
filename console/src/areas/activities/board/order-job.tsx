import type { StringingOrder } from '@paidang/api/areas/activities/stringing-orders'
import { HAND_IN_NAMES } from '@paidang/domain/areas/activities/stringing/string-job'
import { kilogramsOf } from '@paidang/domain/areas/activities/stringing/tension'
import { SPORT_NAMES } from '@paidang/domain/kernel/sport'
import { Card, Descriptions } from 'antd'
import { NOTHING } from '../../../ui/format'
import { nearText, stringFacts } from './job-labels'

/** The stringing of an order, and its deadline. */
export function OrderJob({ order, now }: { order: StringingOrder; now: Date }) {
  const { mains, crosses, preStretch, knots, notes, handIn, dueAt, expectedAt } = order
  const pounds = (tension: number) => (
    <>
      <strong>{tension} lb</strong>（{kilogramsOf(tension)} kg）
    </>
  )
  return (
    <Card size="small" title="穿线要求">
      <Descriptions
        size="small"
        column={2}
        items={[
          { key: 'mains', label: '主线', children: stringFacts(mains) },
          { key: 'mainTension', label: '主线磅数', children: pounds(mains.tension) },
          { key: 'crosses', label: '横线', children: stringFacts(crosses) },
          { key: 'crossTension', label: '横线磅数', children: pounds(crosses.tension) },
          { key: 'stretch', label: '预拉', children: preStretch === 0 ? '不预拉' : `${preStretch}%` },
          { key: 'knots', label: '打结', children: `${knots} 点` },
          { key: 'sport', label: '运动', children: SPORT_NAMES[order.sport] },
          { key: 'handIn', label: '送取', children: HAND_IN_NAMES[handIn] },
          { key: 'due', label: '顾客希望', children: dueAt ? nearText(dueAt, now) : NOTHING },
          { key: 'expected', label: '预计可取', children: expectedAt ? nearText(expectedAt, now) : NOTHING },
          { key: 'notes', label: '备注', span: 2, children: notes || NOTHING },
        ]}
      />
    </Card>
  )
}
