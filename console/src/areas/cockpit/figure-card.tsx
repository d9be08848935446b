import { QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Card, Flex, Tooltip, Typography } from 'antd'

export type Figure = {
  name: string
  value: string
  unit?: string
  /** What the number means, and what it is counted by. */
  meaning: string
  /** How it stands to what went before, or what it consists of. */
  note?: string
}

/** One number of the cockpit, with its meaning a press away. */
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
