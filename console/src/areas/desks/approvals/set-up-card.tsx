import { CheckCircleFilled, ClockCircleOutlined } from '@ant-design/icons'
import { readSetUp, type SetUp } from '@paidang/api/areas/desks/admin-approvals'
import { Card, Flex, Tag, Typography } from 'antd'
import { Link } from 'react-router'
import { useRead } from '../../../platform/queries'

type Step = { of: keyof SetUp; label: string; to: string; how: string; mayStayOff?: boolean }

/** The steps in the order in which one needs the one before. */
const STEPS: readonly Step[] = [
  { of: 'company', label: '开通公司', to: '/companies', how: '填写公司名称和管理员的手机号' },
  { of: 'venue', label: '添加场馆和场地', to: '/venues', how: '新增后立即可以预约' },
  { of: 'coach', label: '教练入驻', to: '/coaches', how: '教练加入公司，并关联授课的场馆' },
  { of: 'course', label: '开设课程', to: '/common-courses', how: '公司管理员在拍档里添加，可以从通用课程选' },
  { of: 'wechat', label: '连接微信', to: '/jobs', how: '由部署服务器的人在配置里开通', mayStayOff: true },
  { of: 'payments', label: '开通在线支付', to: '/payments', how: '由部署服务器的人在配置里开通', mayStayOff: true },
  { of: 'firstClass', label: '约成第一节课', to: '/classes', how: '球员约课，教练确认' },
]

/** What a new platform sets up first. It goes once all is done that has to be. */
export function SetUpCard() {
  const { data } = useRead(readSetUp, {})
  if (!data || STEPS.every(({ of, mayStayOff }) => data[of] || mayStayOff)) return null
  return (
    <Card title="开始使用" extra="做完一项自动打勾，全部做完后不再显示">
      <Flex component="ol" vertical gap={12} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {STEPS.map((step) => (
          <Flex key={step.of} component="li" gap={12} align="center">
            <StepLine step={step} isDone={data[step.of]} />
          </Flex>
        ))}
      </Flex>
    </Card>
  )
}

function StepLine({ step: { label, to, how, mayStayOff }, isDone }: { step: Step; isDone: boolean }) {
  return (
    <>
      {isDone ? (
        <CheckCircleFilled aria-label="已完成" style={{ color: 'var(--ant-color-success)' }} />
      ) : (
        <ClockCircleOutlined aria-label="待完成" style={{ color: 'var(--ant-color-text-secondary)' }} />
      )}
      <Link to={to}>{label}</Link>
      {!isDone && <Typography.Text type="secondary">{how}</Typography.Text>}
      {!isDone && mayStayOff && <Tag>未开通（可以之后再开）</Tag>}
    </>
  )
}
