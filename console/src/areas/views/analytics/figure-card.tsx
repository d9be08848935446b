import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Card, Flex, Tooltip, Typography } from 'antd'

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
