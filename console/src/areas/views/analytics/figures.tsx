import { QuestionCircleOutlined } from '@ant-design/icons'
import { changeOf } from '@paidang/domain/areas/views/analytics/figures'
import { Button, Card, Flex, Tooltip, Typography } from 'antd'

const MINUS = '−'

const signed = (amount: number, text: string) => `${amount < 0 ? MINUS : '+'}${text}`

/** A share from the API as percent, as in 62.5%; a dash for a missing one. */
export function percent(share: number | undefined): string {
  return share === undefined ? '—' : `${Math.round(share * 1000) / 10}%`
}

/** The growth compared with the period before, as in 比上期 +25%. */
export function changeText(now: number, before: number): string {
  const change = changeOf(now, before)
  if (change === undefined) return now === 0 ? '上期也没有' : '上期没有'
  if (change === 0) return '与上期持平'
  return `比上期 ${signed(change, percent(Math.abs(change)))}`
}

/** The change of a share, in percentage points. */
export function pointsText(now: number | undefined, before: number | undefined): string {
  if (now === undefined || before === undefined) return before === undefined ? '上期没有' : '本期没有'
  const points = Math.round((now - before) * 1000) / 10
  return points === 0 ? '与上期持平' : `比上期 ${signed(points, `${Math.abs(points)}`)} 个百分点`
}

export type Figure = {
  name: string
  value: string
  unit?: string
  /** The meaning of the number, and its rule of counting. */
  meaning: string
  /** The comparison with the period before, or the parts of the number. */
  note?: string
}

/** One figure of the analytics, with its meaning one press away. */
export function FigureCard({ name, value, unit, meaning, note }: Figure) {
  return (
    <Card size="small" role="group" aria-label={name}>
      <Flex justify="space-between" align="center">
        <Typography.Text type="secondary">{name}</Typography.Text>
        <Tooltip title={meaning} trigger={['hover', 'focus', 'click']}>
          <Button type="text" size="small" icon={<QuestionCircleOutlined />} aria-label={`${name}是什么：${meaning}`} />
        </Tooltip>
      </Flex>
      <div className="figure-value">
        {value}
        {unit && <span className="figure-unit">{unit}</span>}
      </div>
      <Typography.Text type="secondary" className="figure-note">
        {note}
      </Typography.Text>
    </Card>
  )
}
